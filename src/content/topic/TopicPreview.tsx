import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftStep, TopicDraft } from '#contract/learning/authoring.ts';
import type { ChallengeWork } from '#contract/learning/challenges.ts';
import { gradeChallenge, missingAnswers, withoutSolutions } from '#contract/learning/gradeChallenge.ts';
import { isRecordedByLearner, type Step, type StepRecord } from '#contract/learning/steps.ts';
import { type Preview, PreviewContext } from '#src/programs/steps/previewContext.ts';
import { StepRow } from '#src/programs/steps/StepRow.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { isDone } from '#store/programs/nextAction.ts';

interface Done {
  record: StepRecord | null;
  work: ChallengeWork | null;
}

/** A step as a learner sees it, with the answers of this preview. */
function presentStep(step: DraftStep, steps: readonly DraftStep[], tried: ReadonlyMap<string, Done>): Step {
  const { record = null, work = null } = tried.get(step.stepKey) ?? {};
  const isStepDone = ({ stepKey }: DraftStep) => {
    const one = tried.get(stepKey);
    return Boolean(one?.record?.done || one?.work?.result?.isPassed);
  };
  const missing = steps.filter((one) => step.after.includes(one.stepKey) && !isStepDone(one));
  const count = record?.tally ?? 0;
  return {
    stepKey: step.stepKey,
    title: step.title || 'Untitled step',
    kind: step.kind,
    minutes: step.minutes ?? 0,
    required: step.required,
    body: step.body,
    state: isStepDone(step) ? 'done' : count > 0 || work ? 'started' : 'none',
    doneAt: null,
    tally: step.goal === null ? null : { count, goal: step.goal },
    answer: record?.answer ?? null,
    challenge: step.challenge && withoutSolutions(step.challenge),
    work,
    lock:
      missing.length === 0
        ? null
        : {
            reason: `Complete ${formatList(missing.map(({ title }) => `“${title}”`))} to unlock this step.`,
            stepKeys: missing.map(({ stepKey }) => stepKey),
          },
    waived: null,
    can: { record: missing.length === 0 && isRecordedByLearner(step.kind) },
  };
}

const NOTHING: ReadonlyMap<string, Done> = new Map();

/** The steps as learners see and use them. Nothing is recorded. */
export function TopicPreview({ topic, openKey }: { topic: TopicDraft; openKey: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [tried, setTried] = useState(NOTHING);
  const [round, setRound] = useState(0);
  useEffect(() => heading.current?.focus(), []);
  const keep = (stepKey: string, done: Partial<Done>) =>
    setTried((before) =>
      new Map(before).set(stepKey, { record: null, work: null, ...before.get(stepKey), ...done }),
    );
  const preview: Preview = {
    record: (stepKey, record) => keep(stepKey, { record }),
    submit(stepKey, answers) {
      const challenge = topic.steps.find((step) => step.stepKey === stepKey)?.challenge;
      if (!challenge) return {};
      const missing = missingAnswers(challenge, answers);
      if (Object.keys(missing).length > 0) return missing;
      const now = new Date();
      const attempts = (tried.get(stepKey)?.work?.attempts ?? 0) + 1;
      const result = gradeChallenge(challenge, answers, now);
      keep(stepKey, { work: { answers, attempts, savedAt: now.toISOString(), result } });
      return {};
    },
  };
  const steps = topic.steps.map((step) => presentStep(step, topic.steps, tried));
  const next =
    steps.find(({ stepKey }) => stepKey === openKey) ?? steps.find((step) => step.required && !isDone(step));
  return (
    <section className="card editor-preview" aria-labelledby="preview-title">
      <div className="card-head">
        <h2 className="title-3" id="preview-title" tabIndex={-1} ref={heading}>
          As a learner sees it
        </h2>
        {tried.size > 0 && (
          <Button
            variant="plain"
            small
            onClick={() => {
              setTried(NOTHING);
              setRound(round + 1);
            }}
          >
            <RotateCcw className="icon icon-small" aria-hidden="true" />
            Start again
          </Button>
        )}
      </div>
      <p className="title-2">{topic.title || 'Untitled topic'}</p>
      <p className="text-2">{topic.description}</p>
      <p className="small text-3">Nothing that you do here is recorded.</p>
      <PreviewContext value={preview}>
        <div className="steps" key={round}>
          <ol>
            {steps.map((step) => (
              <StepRow
                key={step.stepKey}
                programId="preview"
                topicId="preview"
                step={step}
                isNext={step === next}
              />
            ))}
          </ol>
        </div>
      </PreviewContext>
    </section>
  );
}
