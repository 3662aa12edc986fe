import { Check, Circle, EyeOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import {
  FEEDBACK_GROUP_MIN,
  FEEDBACK_LATEST_DAYS,
  FEEDBACK_OTHERS_MIN,
  hasNoReport,
  type RaterGroup,
  type Raters,
} from '#contract/surveys/feedback.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { reportGroupNames } from './feedbackTexts.ts';
import '#src/ui/display/meter.css';
import './feedback.css';

const COLUMNS = [{ name: 'Group' }, { name: 'People' }, { name: 'Answered' }, { name: 'In the report' }];
const FACES = 3;

/** Opened feedback: how many of each group have answered, and when the report can be released. */
export function RatersProgress({ raters }: { raters: Raters }) {
  const { progress, isSubject, state, surveyId } = raters;
  if (!progress) return null;
  const isOpen = state === 'open';
  const isWithoutReport = hasNoReport(raters);
  const isReleased = (state === 'released' || state === 'archived') && !isWithoutReport;
  return (
    <div className="raters-opened">
      <section aria-labelledby="raters">
        <div className="row row-between">
          <h2 className="title-3" id="raters">
            People who were asked
          </h2>
          {isSubject && isReleased && (
            <Link className={buttonClass('primary')} to={`/survey/results/${surveyId}?show=feedback`}>
              View feedback
            </Link>
          )}
          {isSubject && isOpen && !progress.isSelfDone && (
            <Link className={buttonClass('primary')} to={`/survey/participate/${surveyId}`}>
              Answer about yourself
            </Link>
          )}
        </div>
        <Table caption="People who were asked, by group" columns={COLUMNS}>
          <TableBody>
            {progress.groups.map(({ group, asked, answered }) => (
              <TableRow
                key={group}
                head={
                  <>
                    {isSubject && group === 'self' ? 'Yourself' : reportGroupNames[group]}
                    <p className="small text-2">{isNamed(group) ? 'Shown with the name' : 'Without names'}</p>
                  </>
                }
              >
                <TableCell label="People">
                  <Faces raters={raters} group={group} />
                </TableCell>
                <TableCell label="Answered">
                  {answered === null ? (
                    `${formatNumber(asked)} asked, too few to show`
                  ) : (
                    <Share answered={answered} asked={asked} />
                  )}
                </TableCell>
                <TableCell label="In the report">
                  {isWithoutReport ? 'No report' : inReport(group, answered, isOpen)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <p className="small text-2 row">
          <EyeOff className="icon icon-small" aria-hidden="true" />
          <span>
            {isOpen
              ? `${WHO_ANSWERED} The system reminds only people who have not, at most 3 times. Counts change once a day.`
              : WHO_ANSWERED}
          </span>
        </p>
      </section>
      {isWithoutReport ? <NoReport raters={raters} /> : !isReleased && <Rules raters={raters} />}
    </div>
  );
}

/** These two are counted as groups of one. */
const WHO_ANSWERED =
  'You see whether the person and the manager have answered. No one sees who else has answered.';

const isNamed = (group: RaterGroup) => group === 'self' || group === 'manager';

function inReport(group: RaterGroup, answered: number | null, isOpen: boolean): string {
  if (isNamed(group)) return reportGroupNames[group];
  if (answered !== null && answered >= FEEDBACK_GROUP_MIN)
    return `${reportGroupNames[group]}, ${FEEDBACK_GROUP_MIN} or more`;
  return answered === null || !isOpen
    ? 'Combined as “Others”, if they have 3 answers'
    : plural(FEEDBACK_GROUP_MIN - answered, '# more answer needed', '# more answers needed');
}

function Faces({ raters, group }: { raters: Raters; group: RaterGroup }) {
  const people = raters.raters.filter((rater) => rater.group === group).map(({ person }) => person);
  const rest = people.length - FACES;
  return (
    <span className="row row-wrap rater-faces">
      {people.slice(0, FACES).map((person) => (
        <span key={person.userId} title={fullName(person)}>
          <Avatar person={person} size="small" />
          <span className="visually-hidden">{fullName(person)}</span>
        </span>
      ))}
      {rest > 0 && <span className="small text-2 nowrap">{plural(rest, 'and # more', 'and # more')}</span>}
    </span>
  );
}

const Share = ({ answered, asked }: { answered: number; asked: number }) => (
  <span className="share">
    <meter className="meter" min={0} max={asked} value={answered} aria-hidden="true" />
    <span className="small text-2 figures">{`${formatNumber(answered)} of ${formatNumber(asked)}`}</span>
  </span>
);

const NoReport = ({ raters: { isSubject, subject } }: { raters: Raters }) => (
  <aside className="card" aria-labelledby="no-report">
    <h2 className="title-3" id="no-report">
      No report
    </h2>
    <p>
      {isSubject
        ? 'You did not answer about yourself before the feedback closed. A report compares how you see yourself with how others see you, so there is none.'
        : `${fullName(subject)} did not answer about themselves before the feedback closed. A report compares how people see themselves with how others see them, so there is none.`}
    </p>
    <p className="small text-2">The answers of the others are not shown to anyone.</p>
  </aside>
);

function Rules({ raters }: { raters: Raters }) {
  const { shortDay } = useFormats();
  const { progress, isSubject, subject } = raters;
  if (!progress) return null;
  const { isSelfDone, isEnough, from, latest } = progress;
  const rules = [
    [isSelfDone, isSubject ? 'You answer about yourself' : `${fullName(subject)} answers about themselves`],
    [
      isEnough,
      `Everyone has answered, or ${FEEDBACK_OTHERS_MIN} others and 14 days have passed, or ${FEEDBACK_LATEST_DAYS} days`,
    ],
  ] as const;
  return (
    <aside className="card" aria-labelledby="rules">
      <h2 className="title-3" id="rules">
        {isSubject ? 'When you get the report' : 'When the report can be released'}
      </h2>
      <ul className="release-rules">
        {rules.map(([isMet, text]) => (
          <li key={text} className="row">
            {isMet ? (
              <Check className="icon icon-small" aria-label="Done:" />
            ) : (
              <Circle className="icon icon-small" aria-label="Not yet:" />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="small text-2">{releaseSentence(raters, shortDay(from), shortDay(latest))}</p>
    </aside>
  );
}

function releaseSentence(
  { state, progress, isSubject, subject }: Raters,
  from: string,
  latest: string,
): string {
  if (state === 'closed')
    return progress?.isEnough
      ? 'The report can be released.'
      : `It can be released from ${from} with enough answers, and from ${latest} with fewer.`;
  return isSubject
    ? `After you have answered about yourself, it can be released when everyone has answered, from ${from} with enough answers, and from ${latest} with fewer.`
    : `After ${fullName(subject)} has answered about themselves, it can be released when everyone has answered, from ${from} with enough answers, and from ${latest} with fewer.`;
}
