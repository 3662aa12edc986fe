import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CoachingSession, SERIES_MAX_WEEKS } from '#contract/learning/coaching.ts';
import type { CoachingKind } from '#contract/learning/coachingSummaries.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { Choice } from '#src/coaching/Choice.tsx';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetCoachingTimesQuery } from '#store/coaching/coachingApi.ts';
import type { TypedTime } from './AnotherTime.tsx';
import { DayCard } from './DayCard.tsx';
import { HoursCard } from './HoursCard.tsx';
import './planning.css';
import { ProposedTimes, type TimeChoices } from './ProposedTimes.tsx';

interface PlanFormProps {
  /** `page`: where the user comes from when no session exists yet. */
  program: { programId: string; learnerId: number; page: { to: string; label: string } };
  partner: Participant;
  partners: readonly Participant[];
  /** The session for which other times are proposed. */
  session: CoachingSession | null;
}

const LENGTHS = [30, 45, 60].map((value) => ({ value, label: `${value} min` }));
const KINDS: { value: CoachingKind; label: string }[] = [
  { value: 'remote', label: 'Remote' },
  { value: 'in_person', label: 'In person' },
];

/** How often a session repeats: half a year at most. */
const REPEATS = [
  { value: 0, label: 'Once' },
  { value: 1, label: 'Weekly' },
  { value: 2, label: 'Every 2 weeks' },
  { value: 4, label: 'Every 4 weeks' },
];
const COUNTS = [2, 3, 4, 6, 8, 12];

/** Length, place and the times to send. */
export function PlanForm({ program, partner, partners, session }: PlanFormProps) {
  const { programId, learnerId } = program;
  const [search, setSearch] = useSearchParams();
  const [minutes, setMinutes] = useState(session?.minutes ?? 45);
  const [kind, setKind] = useState<CoachingKind>('remote');
  const [everyWeeks, setEveryWeeks] = useState(0);
  const [count, setCount] = useState(4);
  const [weeks, setWeeks] = useState<2 | 4>(2);
  const [choices, setChoices] = useState<TimeChoices>({ added: [], deselected: [] });
  const [another, setAnother] = useState<TypedTime | null>(null);
  const [touched, setTouched] = useState<string | null>(null);
  // Other choices replace the times and their Send button, which could then send a second session.
  const [isSending, setSending] = useState(false);
  const [keys] = useState(() => new Map<string, string>());
  const query = useGetCoachingTimesQuery({
    programId,
    userId: learnerId,
    with: partner.userId,
    minutes,
    weeks,
    session: session?.sessionId ?? null,
  });
  const counts = COUNTS.filter((one) => one * everyWeeks <= SERIES_MAX_WEEKS);
  const sessions = counts.includes(count) ? count : (counts.at(-1) ?? 2);
  // The times of another person or length are never shown: they could be sent.
  const times = query.currentData;
  const shown = times?.times.find(({ startsAt }) => startsAt === touched) ?? times?.times[0];
  const title = !session
    ? 'Plan session'
    : session.state === 'scheduled'
      ? 'Reschedule session'
      : 'Propose other times';
  return (
    <>
      <Breadcrumb
        {...(session
          ? { to: sessionPath(session), label: `Session with ${fullName(partner)}` }
          : program.page)}
        here={title}
      />
      <PageHeader
        title={session ? title : 'Plan your next session'}
        lede={`With ${fullName(partner)}. ${partner.firstName} confirms one of the times you send.`}
      />
      <div className="columns">
        <div>
          <div className="plan-choices">
            {session?.state !== 'scheduled' && (
              <Choice
                label="Length"
                options={LENGTHS}
                value={minutes}
                isDisabled={isSending}
                onChange={setMinutes}
              />
            )}
            {!session && (
              <Choice label="Place" options={KINDS} value={kind} isDisabled={isSending} onChange={setKind} />
            )}
            {!session && (
              <Choice
                label="Repeat"
                options={REPEATS}
                value={everyWeeks}
                isDisabled={isSending}
                onChange={setEveryWeeks}
              />
            )}
            {!session && everyWeeks > 0 && (
              <SelectField
                label="Sessions"
                options={counts.map((one) => ({ value: String(one), label: `${one} sessions` }))}
                value={String(sessions)}
                disabled={isSending}
                onChange={(value) => setCount(Number(value))}
              />
            )}
            {partners.length > 1 && (
              <SelectField
                label="With"
                options={partners.map((one) => ({ value: String(one.userId), label: fullName(one) }))}
                value={String(partner.userId)}
                disabled={isSending}
                onChange={(userId) => {
                  // The other person has other free times.
                  setChoices({ ...choices, deselected: [] });
                  setTouched(null);
                  search.set('with', userId);
                  setSearch(search, { replace: true });
                }}
              />
            )}
          </div>
          <QueryContent
            query={{ ...query, data: times }}
            title="Times when you are both free"
            level={2}
            failure="Free times did not load"
            skeleton={<SkeletonRows count={3} />}
          >
            {(found) => (
              <ProposedTimes
                key={minutes}
                found={found}
                choices={choices}
                onChoose={setChoices}
                another={another}
                onAnother={setAnother}
                plan={{
                  with: partner.userId,
                  minutes,
                  kind,
                  repeat: everyWeeks === 0 ? null : { everyWeeks: everyWeeks as 1 | 2 | 4, count: sessions },
                }}
                program={program}
                session={session}
                keys={keys}
                isSending={isSending}
                onSending={setSending}
                onTouch={setTouched}
                onShowMore={weeks === 2 ? () => setWeeks(4) : null}
              />
            )}
          </QueryContent>
        </div>
        {times ? (
          <aside className="side" aria-label="Details">
            {shown && <DayCard times={times} shown={shown} minutes={minutes} />}
            <HoursCard times={times} />
          </aside>
        ) : (
          !query.error && (
            <Delayed>
              <div className="side" aria-hidden="true">
                <SkeletonCard />
                <SkeletonCard />
              </div>
            </Delayed>
          )
        )}
      </div>
    </>
  );
}
