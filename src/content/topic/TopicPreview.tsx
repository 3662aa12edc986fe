import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftStep, TopicDraft, TopicSurveys } from '#contract/learning/authoring.ts';
import {
  gradeChallenge,
  missingAnswers,
  reasonsOf,
  withoutSolutions,
} from '#contract/learning/gradeChallenge.ts';
import { webAddress } from '#contract/learning/richText.ts';
import type { Step, StepSurvey } from '#contract/learning/steps.ts';
import type { StepFile, TopicUpload } from '#contract/learning/uploads.ts';
import { type Preview, PreviewContext } from '#src/programs/preview/previewContext.ts';
import {
  lockBy,
  NOTHING_TRIED,
  simulateSteps,
  withRecord,
  withResult,
} from '#src/programs/preview/simulate.ts';
import { StepRow } from '#src/programs/steps/StepRow.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { useGetTopicSurveysQuery } from '#store/content/contentApi.ts';
import { isDone } from '#store/programs/nextAction.ts';
import { useOpenUploadMutation } from '#store/programs/packagesApi.ts';

function surveyOf({ surveyId }: DraftStep, surveys: TopicSurveys['data']): StepSurvey | null {
  const survey = surveys.find((one) => one.surveyId === surveyId);
  if (!survey) return null;
  return { surveyId: survey.surveyId, surveyName: survey.surveyName, isAnswered: false, isOpen: true };
}

function fileOf({ kind, fileId }: DraftStep, uploads: readonly TopicUpload[]): StepFile | null {
  const upload = uploads.find(({ uploadId }) => uploadId === fileId);
  if (!upload) return null;
  const { fileName, size, seconds } = upload;
  return { fileName, size, video: kind === 'video' ? { seconds: seconds ?? 0, watched: 0 } : null };
}

interface Referred {
  surveys: TopicSurveys['data'];
  uploads: readonly TopicUpload[];
}
/** A step that has not been started. Its lock names all steps before it. */
const freshStep = (step: DraftStep, steps: readonly DraftStep[], { surveys, uploads }: Referred): Step => ({
  stepKey: step.stepKey,
  title: step.title || 'Untitled step',
  kind: step.kind,
  minutes: step.minutes ?? 0,
  required: step.required,
  body: step.body,
  document: step.document ?? null,
  state: 'none',
  doneAt: null,
  tally: step.goal === null ? null : { count: 0, goal: step.goal },
  answer: null,
  challenge: step.challenge && withoutSolutions(step.challenge),
  work: null,
  url: step.kind === 'link' ? webAddress(step.url ?? '') : null,
  survey: surveyOf(step, surveys),
  file: fileOf(step, uploads),
  lock: lockBy(steps.filter((one) => step.after.includes(one.stepKey))),
  waived: null,
  can: { record: false },
});

interface TopicPreviewProps {
  topicId: string;
  topic: TopicDraft;
  uploads: readonly TopicUpload[];
  openKey: string | null;
}

/** The steps as learners see and use them. Nothing is recorded. */
export function TopicPreview({ topicId, topic, uploads, openKey }: TopicPreviewProps) {
  const hasSurvey = topic.steps.some(({ kind }) => kind === 'survey');
  const { data: { data: surveys } = { data: [] } } = useGetTopicSurveysQuery(
    { topicId },
    { skip: !hasSurvey },
  );
  const [openUpload] = useOpenUploadMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [trials, setTrials] = useState(NOTHING_TRIED);
  const [round, setRound] = useState(0);
  useEffect(() => heading.current?.focus(), []);
  const challengeOf = (key: string) => topic.steps.find(({ stepKey }) => stepKey === key)?.challenge;
  const preview: Preview = {
    record: (stepKey, record) => setTrials((before) => withRecord(before, stepKey, record)),
    async reasonsOf(stepKey, answers) {
      const challenge = challengeOf(stepKey);
      return challenge ? reasonsOf(challenge, answers) : {};
    },
    async submit(stepKey, answers) {
      const challenge = challengeOf(stepKey);
      const fields = challenge ? missingAnswers(challenge, answers) : {};
      if (!challenge || Object.keys(fields).length > 0)
        return { message: 'Answer every question, then submit again.', fields };
      const result = gradeChallenge(challenge, answers, new Date());
      setTrials((before) => withResult(before, stepKey, answers, result));
      return null;
    },
    async openFile(stepKey) {
      const { fileId, captionsId } = topic.steps.find((step) => step.stepKey === stepKey) ?? {};
      const file = await openUpload({ packageId: fileId ?? '' });
      if (!file.data || !captionsId) return file;
      const captions = await openUpload({ packageId: captionsId });
      return { ...file, data: { ...file.data, captions: captions.data?.address ?? null } };
    },
    selectTopics: () => {},
    completeTopic: () => {},
  };
  const steps = simulateSteps(
    topic.steps.map((step) => freshStep(step, topic.steps, { surveys, uploads })),
    trials,
  );
  const next = steps.find((step) => step.required && !isDone(step));
  const hasOpen = steps.some(({ stepKey }) => stepKey === openKey);
  return (
    <section className="card editor-preview" aria-labelledby="preview-title">
      <div className="card-head">
        <h2 className="title-3" id="preview-title" tabIndex={-1} ref={heading}>
          As a learner sees it
        </h2>
        {trials.size > 0 && (
          <Button
            variant="plain"
            small
            onClick={() => {
              setTrials(NOTHING_TRIED);
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
                version={0}
                step={step}
                isNext={step === next}
                startsOpen={hasOpen ? step.stepKey === openKey : step === next}
              />
            ))}
          </ol>
        </div>
      </PreviewContext>
    </section>
  );
}
