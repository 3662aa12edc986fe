import type { Program } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { counted, longDay } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useAnswerInvitationMutation,
  useBeginAgainMutation,
  useFinishProgramMutation,
} from '#store/programs/enrolmentApi.ts';
import { isChosen } from './topics.ts';

/** Where one stands in the program, when that itself asks for something. */
export function EnrolmentBand({ program }: { program: Program }) {
  if (program.can.answerInvitation) return <Invitation program={program} />;
  if (program.can.finish) return <FinishBand program={program} />;
  if (program.can.beginAgain || overWords(program)) return <OverBand program={program} />;
  return null;
}

const Refused = ({ error, what }: { error: unknown; what: string }) =>
  error ? (
    <ErrorSummary>
      {what} {problemOf(error).message}
    </ErrorSummary>
  ) : null;

function Invitation({ program }: { program: Program }) {
  const { programId, programName, invitedBy, enrolment, selection, dueOn, managerVisible } = program;
  const [answerInvitation, { isLoading, error, originalArgs }] = useAnswerInvitationMutation();
  const answer = (accept: boolean) => void answerInvitation({ programId, answer: { accept } });
  const isDeclined = enrolment === 'declined';
  const isAccepting = isLoading && originalArgs?.answer.accept === true;
  return (
    <section className="card band" aria-labelledby="invitation">
      <h2 className="title-2" id="invitation">
        {isDeclined ? `You said no to ${programName}` : `You are invited to ${programName}`}
      </h2>
      <p className="text-2">
        {isDeclined
          ? 'As long as it runs you can still take part.'
          : `${invitedBy ? `${invitedBy} invited you. ` : ''}You choose ${range(selection)} and go at your own pace${dueOn ? `, until ${longDay(dueOn)}` : ''}. ${
              managerVisible
                ? 'Your manager sees which topics you chose and how far you are, never what you write.'
                : 'Your manager does not see how far you are.'
            }`}
      </p>
      <Refused error={error} what="Your answer was not taken." />
      <div className="row row-wrap">
        <Button
          look="primary"
          busy={isAccepting}
          disabled={isLoading && !isAccepting}
          onClick={() => answer(true)}
        >
          {isDeclined ? 'Take part after all' : 'Accept'}
        </Button>
        {!isDeclined && (
          <Button busy={isLoading && !isAccepting} disabled={isAccepting} onClick={() => answer(false)}>
            Decline
          </Button>
        )}
      </div>
    </section>
  );
}

const range = ({ min, max }: Program['selection']) =>
  min === max ? counted(min, 'topic') : `${min} to ${counted(max, 'topic')}`;

function FinishBand({ program }: { program: Program }) {
  const [finishProgram, { isLoading, error }] = useFinishProgramMutation();
  const chosen = program.topics.filter(isChosen).length;
  return (
    <section className="card band" aria-labelledby="finish">
      <h2 className="title-2" id="finish">
        Finish with {counted(chosen, 'topic')}?
      </h2>
      <p className="text-2">
        {chosen === 1 ? 'The topic you chose is' : 'All topics you chose are'} completed. Finish the program,
        or choose another topic and go on.
      </p>
      <Refused error={error} what="Not finished." />
      <div className="row row-wrap">
        <Button
          look="primary"
          busy={isLoading}
          onClick={() => void finishProgram({ programId: program.programId })}
        >
          Finish
        </Button>
      </div>
    </section>
  );
}

const OVER: Partial<Record<Program['enrolment'], string>> = {
  completed: 'You completed this program',
  withdrawn: 'You left this program',
  expired: 'This program is over',
  declined: 'You said no to this program',
};
const overWords = ({ enrolment }: Program) => OVER[enrolment] ?? null;

function OverBand({ program }: { program: Program }) {
  const [beginAgain, { isLoading, error }] = useBeginAgainMutation();
  return (
    <section className="card band" aria-labelledby="over">
      <h2 className="title-2" id="over">
        {overWords(program) ?? 'You went through this program'}
      </h2>
      <p className="text-2">
        What you did stays here to read.
        {program.can.beginAgain &&
          ' You can go through it again from the start, with the newest version of every topic; this time is kept beside it.'}
      </p>
      <Refused error={error} what="Not begun." />
      {program.can.beginAgain && (
        <div className="row row-wrap">
          <Button busy={isLoading} onClick={() => void beginAgain({ programId: program.programId })}>
            Go through it again
          </Button>
        </div>
      )}
    </section>
  );
}
