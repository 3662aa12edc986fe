import { useState } from 'react';
import type { ProgramSetup, ReviewChange } from '#contract/learning/programSetup.ts';
import { LAUNCH_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { CHOOSE_VERSION } from '#src/forms/ConflictBar.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeProgramReviewMutation, useLaunchProgramMutation } from '#store/programs/setupApi.ts';
import type { ProgramForm } from './useProgramDocument.ts';

const UNSAVED = 'Your last changes are not saved yet. Try again.';

interface Answer {
  data?: ProgramSetup | undefined;
  error?: unknown;
}

interface LaunchProps {
  form: ProgramForm;
  /** The program has problems. */
  onRefused: () => void;
}

/** Launches the program, or asks the administrators if only they may launch it. */
export function Launch({ form, onRefused }: LaunchProps) {
  const { saved } = form;
  const [changeReview, reviewing] = useChangeProgramReviewMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isReturning, setReturning] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const { programId, version, can, review } = saved;
  const problems = Object.keys(saved.problems).length;
  const isAsked = review.askedAt !== null;
  const isOver =
    (failure === CHOOSE_VERSION && form.conflict === null) || (failure === UNSAVED && form.state === 'saved');
  if (isOver) setFailure(null);
  const show = ({ data, error }: Answer) => {
    if (!data) return setFailure(problemOf(error).message);
    setFailure(null);
    document.documentElement.scrollTop = 0; // another page follows without a navigation
    form.replace(data);
  };
  /** Saves first, because the response replaces the draft. */
  const prepare = async (): Promise<ProgramSetup | null> => {
    setFailure(null);
    if (problems > 0) onRefused();
    else if (form.conflict) setFailure(CHOOSE_VERSION);
    else {
      setPreparing(true);
      const ready = await form.saveNow();
      setPreparing(false);
      if (!ready) setFailure(UNSAVED);
      return ready;
    }
    return null;
  };
  const changeTo = (change: ReviewChange) => changeReview({ programId, change });
  const askForReview = async () => {
    const ready = await prepare();
    if (ready) show(await changeTo({ action: 'ask', version: ready.version, note: null }));
  };
  const confirm = async () => {
    if (await prepare()) setConfirming(true);
  };
  // A link focuses the section, because a second press on the button would launch.
  return (
    <section className="card stack-3" id={LAUNCH_TARGET} tabIndex={-1} aria-label="Launch">
      <ReviewState setup={saved} />
      {failure && (
        <ErrorSummary>
          <ProblemText message={failure} />
        </ErrorSummary>
      )}
      <div className="row row-wrap">
        {can.askReview && !isAsked ? (
          <Button
            variant="primary"
            busy={isPreparing || reviewing.isLoading}
            aria-disabled={problems > 0}
            onClick={() => void askForReview()}
          >
            Ask an administrator to launch
          </Button>
        ) : can.askReview ? (
          <Button
            busy={reviewing.isLoading}
            onClick={() => void changeTo({ action: 'withdraw', version, note: null }).then(show)}
          >
            Withdraw request
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={isPreparing}
            aria-disabled={problems > 0}
            onClick={() => void confirm()}
          >
            Launch program
          </Button>
        )}
        {can.returnReview && <Button onClick={() => setReturning(true)}>Send back</Button>}
      </div>
      <p className="small text-2">{reasonOf(saved, problems)}</p>
      {isConfirming && (
        <LaunchDialog
          setup={saved}
          onLaunch={(data) => show({ data })}
          onClose={() => setConfirming(false)}
        />
      )}
      {isReturning && (
        <ReasonDialog
          title="Send the program back?"
          label="What should change?"
          verb="Send back"
          draftKey={`program-return/${programId}`}
          onClose={() => setReturning(false)}
          onSend={async (note) => {
            const { data, error } = await changeTo({ action: 'return', version, note });
            if (data) {
              setFailure(null);
              form.replace(data);
            }
            return error;
          }}
        >
          <p className="text-2">
            {`${saved.owner ? fullName(saved.owner) : 'The owner'} can read this, change the draft and ask again.`}
          </p>
        </ReasonDialog>
      )}
    </section>
  );
}

interface LaunchDialogProps {
  setup: ProgramSetup;
  onLaunch: (launched: ProgramSetup) => void;
  onClose: () => void;
}

/** Asks first, because the invitations cannot be withdrawn. */
function LaunchDialog({ setup, onLaunch, onClose }: LaunchDialogProps) {
  const { programId, version } = setup;
  const [launch, { isLoading, error }] = useLaunchProgramMutation();
  const start = async () => {
    const { data } = await launch({ programId, version });
    if (data) onLaunch(data);
  };
  return (
    <Dialog title="Launch this program?" onClose={onClose}>
      <div className="stack-4">
        <p>{reasonOf(setup, 0)}</p>
        <FormErrors title="Not launched yet" message={error ? problemOf(error).message : null} />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isLoading} onClick={() => void start()}>
            Launch program
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The owner's request, and an administrator's answer. */
function ReviewState({ setup: { review, owner } }: { setup: ProgramSetup }) {
  const { shortDay } = useFormats();
  if (review.askedAt !== null)
    return (
      <Note>
        {`${owner ? fullName(owner) : 'The owner'} asked the administrators to launch this program on ${shortDay(review.askedAt)}.`}
      </Note>
    );
  if (review.note === null) return null;
  return (
    <Note>
      <p className="strong">An administrator sent this program back</p>
      <p>{`“${review.note}”`}</p>
    </Note>
  );
}

function reasonOf({ can, reach, review }: ProgramSetup, problems: number) {
  if (problems > 0) return plural(problems, 'Fix # problem first.', 'Fix # problems first.');
  if (can.askReview)
    return review.askedAt === null
      ? 'In your organisation, administrators launch programs. They get your request on their home page and in the bell.'
      : 'You can still change the draft. No one is invited until an administrator launches it.';
  return plural(
    reach,
    '# person is invited immediately. Sent invitations cannot be withdrawn.',
    '# people are invited immediately. Sent invitations cannot be withdrawn.',
  );
}
