import { useNavigate } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { FINISH_TARGET, INVITATION_TARGET, SUMMARY_TARGET } from '#contract/notifications/linkTargets.ts';
import { programVisibility } from '#contract/visibility.ts';
import { everyText } from '#src/programs/setup/everyText.ts';
import { isSelected } from '#src/programs/topics/topics.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useAnswerInvitationMutation, useFinishProgramMutation } from '#store/programs/enrolmentApi.ts';
import { BeginAgain } from './BeginAgain.tsx';
import { CompletedSummary } from './CompletedSummary.tsx';
import { MutationError } from './MutationError.tsx';

/** Shown if the enrolment needs a decision or has ended. */
export function EnrolmentBanner({ program }: { program: Program }) {
  if (program.can.answerInvitation) return <InvitationBanner program={program} />;
  // An invitation can always be answered and topics can be selected, except while the program is paused.
  if (program.enrolment === 'invited' || (isChoosing(program) && !program.can.choose))
    return <PausedBanner program={program} />;
  if (program.can.finish) return <FinishBanner program={program} />;
  if (program.can.beginAgain || endedTitle(program)) return <EndedBanner program={program} />;
  return null;
}

function InvitationBanner({ program }: { program: Program }) {
  const { longDay } = useFormats();
  const { programId, programName, enrolment } = program;
  const [answerInvitation, { isLoading, error, originalArgs }] = useAnswerInvitationMutation();
  const answer = (accept: boolean) => void answerInvitation({ programId, answer: { accept } });
  const isDeclined = enrolment === 'declined';
  const isAccepting = isLoading && originalArgs?.answer.accept === true;
  return (
    <section className="card banner" id={INVITATION_TARGET} aria-labelledby="invitation">
      <h2 className="title-2" id="invitation">
        {isDeclined ? `You declined ${programName}` : `You are invited to ${programName}`}
      </h2>
      <p className="text-2">
        {isDeclined
          ? 'You can still join while the program is running.'
          : invitationSentences(program, longDay).join(' ')}
      </p>
      <MutationError error={error} what="Your response was not saved." />
      <div className="row row-wrap">
        <Button
          variant="primary"
          busy={isAccepting}
          disabled={isLoading && !isAccepting}
          onClick={() => answer(true)}
        >
          {isDeclined ? 'Join program' : 'Accept invitation'}
        </Button>
        {!isDeclined && (
          <Button busy={isLoading && !isAccepting} disabled={isAccepting} onClick={() => answer(false)}>
            Decline invitation
          </Button>
        )}
      </div>
    </section>
  );
}

const isChoosing = ({ enrolment }: Program) => enrolment === 'choosing' || enrolment === 'accepted';

function PausedBanner({ program }: { program: Program }) {
  const { programName, invitedBy } = program;
  return (
    <section className="card banner" id={INVITATION_TARGET} aria-labelledby="invitation">
      <h2 className="title-2" id="invitation">
        {`${programName} is paused`}
      </h2>
      <p className="text-2">
        {isChoosing(program)
          ? 'You can select topics when the program continues.'
          : `${invitedBy ? `${invitedBy} invited you.` : 'You are invited.'} You can answer the invitation when the program continues.`}
      </p>
    </section>
  );
}

function invitationSentences(program: Program, longDay: Formats['longDay']): string[] {
  const {
    invitedBy,
    selection: { min, max },
    dueOn,
    coachingPlan,
    isOrdered,
  } = program;
  const topics =
    min === max ? plural(min, '# topic', '# topics') : `${min} to ${plural(max, '# topic', '# topics')}`;
  return [
    ...(invitedBy ? [`${invitedBy} invited you.`] : []),
    dueOn
      ? `Select ${topics} and work at your own pace until ${longDay(dueOn)}.`
      : `Select ${topics} and work at your own pace.`,
    ...(coachingPlan
      ? [
          plural(
            coachingPlan.sessions,
            '# coaching session is planned.',
            `# coaching sessions are planned, ${everyText(coachingPlan.everyDays).toLowerCase()}.`,
          ),
        ]
      : []),
    ...(isOrdered ? ['You work on the topics one after another.'] : []),
    programVisibility(program),
  ];
}

function FinishBanner({ program }: { program: Program }) {
  const [finishProgram, { isLoading, error }] = useFinishProgramMutation();
  const navigate = useNavigate();
  const selected = program.topics.filter(isSelected).length;
  const finish = async () => {
    const { data } = await finishProgram({ programId: program.programId });
    if (data) void navigate({ hash: SUMMARY_TARGET });
  };
  return (
    <section className="card banner" id={FINISH_TARGET} aria-labelledby="finish">
      <h2 className="title-2" id="finish">
        Finish the program?
      </h2>
      <p className="text-2">
        {selected === 1
          ? 'Your selected topic is completed.'
          : `All ${selected} selected topics are completed.`}{' '}
        Finish the program, or select another topic to continue.
      </p>
      <MutationError error={error} what="The program was not finished." />
      <div className="row row-wrap">
        <Button variant="primary" busy={isLoading} onClick={() => void finish()}>
          Finish program
        </Button>
      </div>
    </section>
  );
}

const ENDED_TITLES: Partial<Record<Program['enrolment'], string>> = {
  completed: 'You completed this program',
  withdrawn: 'You left this program',
  declined: 'You declined this program',
};
const endedTitle = ({ enrolment }: Program) => ENDED_TITLES[enrolment] ?? null;

function EndedBanner({ program }: { program: Program }) {
  if (program.enrolment === 'completed') return <CompletedSummary program={program} />;
  return (
    <section className="card banner" aria-labelledby="ended">
      <h2 className="title-2" id="ended">
        {endedTitle(program) ?? 'You finished this program'}
      </h2>
      <BeginAgain program={program} />
    </section>
  );
}
