import { type FormEvent, use, useRef, useState } from 'react';
import type { ChallengeAnswers, ChallengeForLearners, Reasons } from '#contract/learning/challenges.ts';
import type { Step } from '#contract/learning/steps.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { SaveStatus } from '#src/forms/SaveStatus.tsx';
import { useAutosave } from '#src/forms/useAutosave.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { formatPercent } from '#src/ui/text/locale.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSaveAnswersMutation, useSubmitAnswersMutation } from '#store/programs/enrolmentApi.ts';
import { missingAnswers, pathThrough, readAnswers } from './answers.ts';
import { CardSorting } from './CardSorting.tsx';
import { FillIn } from './FillIn.tsx';
import { Quiz } from './Quiz.tsx';
import { Scenario } from './Scenario.tsx';

interface ChallengeFormProps {
  programId: string;
  /** The version of the topic. */
  version: number;
  step: Step;
  challenge: ChallengeForLearners;
  isNext: boolean;
  onSubmitted: () => void;
}

/**
 * Saves each answer and shows its reason immediately, keeps unsaved answers as a draft, and submits all of them
 * together.
 */
export function ChallengeForm({
  programId,
  version,
  step,
  challenge,
  isNext,
  onSubmitted,
}: ChallengeFormProps) {
  const { stepKey, work } = step;
  const preview = use(PreviewContext);
  const isRetry = work?.result != null;
  const draft = useDraft<ChallengeAnswers>(
    // A preview stores no draft. Another version may have other questions under the same keys.
    preview ? null : `challenge/${programId}/${stepKey}/${version}`,
    isRetry ? {} : (work?.answers ?? {}),
    readAnswers,
  );
  const [saveAnswers] = useSaveAnswersMutation();
  const [reasons, setReasons] = useState<Reasons>((!isRetry && work?.reasons) || {});
  const autosave = useAutosave(async (answers: ChallengeAnswers) => {
    const saved = await saveAnswers({ programId, stepKey, answers });
    if (saved.data) setReasons(saved.data.reasons);
    return saved;
  });
  const [submitAnswers] = useSubmitAnswersMutation();
  /** True from the click on, also while a running save is awaited. */
  const [isSending, setSending] = useState(false);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const missing = missingAnswers(challenge, draft.value);
  const answer = (answers: ChallengeAnswers) => {
    setMessage(null);
    draft.set(answers);
    if (preview) return void preview.reasonsOf(stepKey, answers).then(setReasons);
    autosave.schedule(answers);
    // A choice is complete immediately. A text is saved after a pause in typing.
    if (challenge.kind !== 'fill') autosave.saveNow();
  };
  const refuse = (keys: readonly string[], text: string) => {
    setMarked(keys);
    setMessage(text);
    const questions = form.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [];
    const first = [...questions].find(({ dataset }) => keys.includes(dataset.question ?? ''));
    first?.querySelector('input')?.focus();
  };
  const refuseFor = ({ fields, message: text }: { fields: Record<string, string>; message: string }) =>
    refuse(
      Object.keys(fields).map((field) => field.replace('answers.', '')),
      text,
    );
  /** The problem of the submission, or nothing on success. */
  const send = async () => {
    if (preview) return preview.submit(stepKey, draft.value);
    await autosave.stopAndWait();
    const { data, error } = await submitAnswers({ programId, stepKey, answers: draft.value });
    return data ? null : problemOf(error);
  };
  const sendAnswers = async () => {
    if (isSending) return;
    if (missing.length > 0)
      return refuse(
        missing,
        'Some questions are not answered yet. Answer the marked ones, and finish again.',
      );
    setMessage(null);
    setSending(true);
    const problem = await send();
    setSending(false);
    if (problem) return refuseFor(problem);
    draft.settle({});
    onSubmitted();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sendAnswers();
  };
  const answerProps = {
    answers: draft.value,
    onAnswer: answer,
    isMissing: (key: string) => marked.includes(key) && missing.includes(key),
    reasons,
    name: `${programId}-${stepKey}`,
  };
  const hasOpenChoice = challenge.kind === 'scenario' && endsWithOpenChoice(challenge, draft.value);
  return (
    <form ref={form} className="challenge stack-6" onSubmit={submit} noValidate>
      {challenge.kind === 'quiz' && <Quiz challenge={challenge} {...answerProps} />}
      {challenge.kind === 'scenario' && <Scenario challenge={challenge} {...answerProps} />}
      {challenge.kind === 'sort' && <CardSorting challenge={challenge} {...answerProps} />}
      {challenge.kind === 'fill' && <FillIn challenge={challenge} {...answerProps} />}
      <FormErrors title="The answers were not submitted" message={message} />
      <div className="row row-wrap">
        {!hasOpenChoice && (
          <Button variant={isNext ? 'primary' : 'outlined'} small type="submit" busy={isSending}>
            Finish challenge
          </Button>
        )}
        <SaveStatus state={autosave.state} onRetry={autosave.saveNow} />
      </div>
      <p className="small text-3">{`You pass with ${formatPercent(challenge.passAt)} correct. You can change answers, and try as often as you like.`}</p>
    </form>
  );
}

const endsWithOpenChoice = (
  challenge: Extract<ChallengeForLearners, { kind: 'scenario' }>,
  answers: ChallengeAnswers,
) =>
  pathThrough(challenge, answers)
    .slice(-1)
    .some(({ key, choices }) => choices.length > 0 && answers[key] === undefined);
