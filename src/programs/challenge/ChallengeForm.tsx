import { type FormEvent, useState } from 'react';
import type { ChallengeAnswers, ChallengeForLearners } from '#contract/challenges.ts';
import type { Step } from '#contract/steps.ts';
import { FormTrouble } from '#src/forms/FormTrouble.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useHandInAnswersMutation } from '#store/programs/enrolmentApi.ts';
import { pathThrough, readAnswers } from './answers.ts';
import { Quiz } from './Quiz.tsx';
import { SaveNote } from './SaveNote.tsx';
import { Scenario } from './Scenario.tsx';
import { Sort } from './Sort.tsx';
import { useAutosave } from './useAutosave.ts';

interface ChallengeFormProps {
  programId: string;
  step: Step;
  challenge: ChallengeForLearners;
  onHandedIn: () => void;
}

/** Answers are saved while they are given and kept in this browser until they are, then handed in as a whole. */
export function ChallengeForm({ programId, step, challenge, onHandedIn }: ChallengeFormProps) {
  const { stepKey, work } = step;
  const isAgain = work?.result != null;
  const draft = useDraft<ChallengeAnswers>(
    `challenge/${programId}/${stepKey}`,
    isAgain ? {} : (work?.answers ?? {}),
    readAnswers,
  );
  const autosave = useAutosave(programId, stepKey);
  const [handInAnswers, { isLoading }] = useHandInAnswersMutation();
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);

  const answer = (answers: ChallengeAnswers) => {
    setMissing({});
    draft.set(answers);
    autosave.later(answers);
  };
  const handIn = async () => {
    if (isLoading) return;
    setMessage(null);
    await autosave.settled();
    const { data, error } = await handInAnswers({ programId, stepKey, answers: draft.value });
    if (data) {
      draft.settle({});
      return onHandedIn();
    }
    const problem = problemOf(error);
    setMissing(problem.fields);
    setMessage(problem.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void handIn();
  };
  const parts = {
    answers: draft.value,
    onAnswer: answer,
    isMissing: (key: string) => `answers.${key}` in missing,
    name: `${programId}-${stepKey}`,
  };
  const isUnfinished = challenge.kind === 'scenario' && hasMore(challenge, draft.value);
  return (
    <form className="challenge stack-6" onSubmit={submit} noValidate>
      {challenge.kind === 'quiz' && <Quiz challenge={challenge} {...parts} />}
      {challenge.kind === 'scenario' && <Scenario challenge={challenge} {...parts} />}
      {challenge.kind === 'sort' && <Sort challenge={challenge} {...parts} />}
      <FormTrouble title="Not handed in yet" message={message} />
      <div className="row row-wrap">
        {!isUnfinished && (
          <Button small type="submit" busy={isLoading}>
            Hand in
          </Button>
        )}
        <SaveNote state={autosave.state} onRetry={autosave.saveNow} />
      </div>
      <p className="small text-3">
        Passed with {challenge.passAt} % or more. You can try it as often as you like.
      </p>
    </form>
  );
}

const hasMore = (challenge: Extract<ChallengeForLearners, { kind: 'scenario' }>, answers: ChallengeAnswers) =>
  pathThrough(challenge, answers)
    .slice(-1)
    .some(({ key, choices }) => choices.length > 0 && answers[key] === undefined);
