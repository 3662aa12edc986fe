import { fullName, type Participant } from '#contract/people.ts';
import { hasNoReport, type Raters } from '#contract/surveys/feedback.ts';
import type { Survey, SurveyStateChange } from '#contract/surveys/surveys.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useMoveSurveyMutation } from '#store/surveys/surveysApi.ts';

export interface Move {
  state: SurveyStateChange['state'];
  verb: string;
  title: string;
  text: string;
  /** The survey loses something. */
  isFinal?: boolean;
}

const FROZEN = 'The figures are computed now and never change afterwards.';

/** The next state of a survey, and its effect. */
const NEXT = {
  scheduled: {
    state: 'draft',
    verb: 'Change survey',
    title: 'Change this survey?',
    text: 'It becomes a draft again, and does not open on its first day until you schedule it again.',
  },
  open: {
    state: 'closed',
    verb: 'Close survey',
    title: 'Close this survey?',
    text: 'No one can answer or change answers afterwards. A closed survey cannot be opened again.',
    isFinal: true,
  },
  closed: {
    state: 'released',
    verb: 'Release results',
    title: 'Release the results?',
    text: `${FROZEN} Small groups are hidden, and so is anything that would reveal them.`,
  },
  released: {
    state: 'archived',
    verb: 'Archive survey',
    title: 'Archive this survey?',
    text: 'It moves to your archived surveys, below the list of your surveys. Its results can still be read and cannot be changed.',
  },
} as const satisfies Partial<Record<Survey['state'], Move>>;

const ARCHIVE_WITHOUT_REPORT: Move = {
  ...NEXT.released,
  text: 'It moves to your archived surveys, below the list of your surveys. It has no report.',
};

export const ARCHIVE_DRAFT: Move = {
  ...NEXT.released,
  verb: 'Archive draft',
  title: 'Archive this draft?',
  text: 'It moves to your archived surveys, below the list of your surveys. It can no longer be changed or opened. Programs that use it and are not launched yet need another survey.',
  isFinal: true,
};

/** Archives a closed survey whose results are not released. The report of 360 feedback has its own rules. */
export const archiveWithoutResults = ({ state, subject }: Survey): Move | null =>
  state === 'closed' && subject === null
    ? {
        ...NEXT.released,
        text: 'It moves to your archived surveys, below the list of your surveys. Its results can no longer be released.',
        isFinal: true,
      }
    : null;

/**
 * What the people who run the survey can do next. `raters`: of 360 feedback, which can be released only when its report
 * is possible, and archived when there will never be one.
 */
export function nextMove({ state, subject }: Survey, raters: Raters | undefined): Move | null {
  if (state === 'draft' || state === 'archived') return null;
  if (state !== 'closed' || subject === null) return NEXT[state];
  // The counts from before the closing miss the answers of its day.
  if (!raters?.progress || raters.state !== 'closed') return null;
  if (hasNoReport(raters)) return ARCHIVE_WITHOUT_REPORT;
  return raters.progress.isEnough ? NEXT.closed : null;
}

function releaseText(subject: Participant | null, mode: Survey['mode']): string {
  if (subject)
    return `The report is computed now and never changes afterwards. Only ${fullName(subject)} and their coaches can read it.`;
  return mode === 'named' ? `${FROZEN} They include answers by name.` : NEXT.closed.text;
}

/**
 * How many people lose the chance to answer. Not shown while the number of answers is protected. The counts of 360 feedback
 * change once a day.
 */
function openText(open: number, people: number, isFeedback: boolean) {
  const all = plural(people, '# person', '# people');
  if (isFeedback)
    return `Up to yesterday, ${formatNumber(open)} of ${all} had not answered. After the survey is closed, no one can answer it.`;
  return plural(
    open,
    `# of ${all} has not answered and can no longer do so.`,
    `# of ${all} have not answered and can no longer do so.`,
  );
}

interface MoveDialogProps {
  survey: Survey;
  raters: Raters | undefined;
  next: Move;
  onClose: () => void;
}

/** Asks for confirmation before the survey moves to its next state. */
export function MoveDialog({ survey, raters, next, onClose }: MoveDialogProps) {
  const { surveyId, version, subject, mode, people, answered } = survey;
  const [move, { isLoading, error }] = useMoveSurveyMutation();
  const send = async () => {
    const { data } = await move({ surveyId, move: { state: next.state, version } });
    if (data) onClose();
  };
  return (
    <Dialog title={next.title} onClose={onClose}>
      <div className="stack-4">
        <FormErrors title="Not changed" message={error ? problemOf(error).message : null} />
        <p>{next.state === 'released' ? releaseText(subject, mode) : next.text}</p>
        {next.state === 'closed' && answered !== null && answered < people && (
          <Note>{openText(people - answered, people, subject !== null)}</Note>
        )}
        {next.state === 'closed' && subject && raters?.progress?.isSelfDone === false && (
          <Note>
            {`Up to yesterday, ${fullName(subject)} had not answered about themselves. Without these answers there is no report.`}
          </Note>
        )}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          {next.isFinal ? (
            <DangerButton isFinal busy={isLoading} onClick={() => void send()}>
              {next.verb}
            </DangerButton>
          ) : (
            <Button variant="primary" busy={isLoading} onClick={() => void send()}>
              {next.verb}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
