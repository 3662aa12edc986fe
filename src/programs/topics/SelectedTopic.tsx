import { Check, ChevronDown } from 'lucide-react';
import { use, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Program, Topic } from '#contract/learning/programs.ts';
import {
  completionTarget,
  SUMMARY_TARGET,
  stepTarget,
  topicTarget,
  upgradeTarget,
} from '#contract/notifications/linkTargets.ts';
import { useDisclosure } from '#src/app/router/useDisclosure.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { StepRow } from '#src/programs/steps/StepRow.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { isToWorkOn } from '#store/programs/nextAction.ts';
import { useCompleteTopicMutation } from '#store/programs/programsApi.ts';
import { TopicUpgrade } from './TopicUpgrade.tsx';
import { stepsSize } from './topicSize.ts';
import { completionSentence, doneSentence, topicShape } from './topics.ts';

interface SelectedTopicProps {
  program: Program;
  topic: Topic;
  number: number;
  /** Only the first topic that is ready to complete gets the primary button. */
  isFirstReady: boolean;
  /** The next step, if it is in this topic. */
  nextStepKey: string | null;
}

/** A selected topic that expands to its steps. A topic that is ready ends with the button that completes it. */
export function SelectedTopic({ program, topic, number, isFirstReady, nextStepKey }: SelectedTopicProps) {
  const { shortDay } = useFormats();
  const { topicId, steps } = topic;
  const shape = topicShape(topic.state);
  const targets = [
    topicTarget(topicId),
    upgradeTarget(topicId),
    ...steps.map(({ stepKey }) => stepTarget({ topicId, stepKey })),
  ];
  const [isOpen, setOpen] = useDisclosure(targets, isToWorkOn(program, topic));
  const id = useId();
  const isAwaiting = topic.state === 'awaiting_confirmation' && topic.confirmation;
  return (
    <li data-state={shape} id={topicTarget(topic.topicId)}>
      <span className="node" aria-hidden="true">
        {shape === 'done' ? <Check className="icon" /> : number}
      </span>
      <div className="topic-head">
        <h3>
          <button
            type="button"
            className="topic-title"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {topic.title}
            <ChevronDown className="icon icon-small" aria-hidden="true" />
          </button>
        </h3>
        <TopicState topic={topic} />
      </div>
      {topic.reopened && (
        <div className="topic-note">
          <Note>
            {`${topic.reopened.by} reopened this topic on ${shortDay(topic.reopened.at)}: ${topic.reopened.reason}`}
          </Note>
        </div>
      )}
      {topic.returned && topic.state !== 'completed' && (
        <div className="topic-note">
          <Note>
            {`${topic.returned.by} sent this topic back on ${shortDay(topic.returned.at)}: ${topic.returned.note}`}
          </Note>
        </div>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            {topic.description && <p className="text-2 topic-description">{topic.description}</p>}
            <ReasonAndPlan topic={topic} />
            {topic.upgrade && topic.can.upgrade && (
              <TopicUpgrade programId={program.programId} topic={topic} upgrade={topic.upgrade} />
            )}
          </>
        )}
      </div>
      {(isOpen || isAwaiting || topic.can.complete) && (
        <div className="steps">
          {isOpen && (
            <ol aria-label={`Steps of ${topic.title}`}>
              {steps.map((step) => (
                <StepRow
                  key={step.stepKey}
                  programId={program.programId}
                  topicId={topicId}
                  version={topic.version}
                  step={step}
                  isNext={step.stepKey === nextStepKey}
                />
              ))}
            </ol>
          )}
          {isAwaiting && <AwaitingConfirmation confirmation={isAwaiting} />}
          {topic.can.complete && (
            <CompletionBanner
              program={program}
              topic={topic}
              isFirst={isFirstReady}
              onCompleted={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** The learner's reason and if-then plan, visible only to the learner. */
function ReasonAndPlan({ topic: { why, ifThenPlan } }: { topic: Topic }) {
  if (!why && !ifThenPlan) return null;
  return (
    <dl className="reason-and-plan">
      {why && (
        <div>
          <dt>Reason</dt>
          <dd>{why}</dd>
        </div>
      )}
      {ifThenPlan && (
        <div>
          <dt>If-then plan</dt>
          <dd>{ifThenPlan}</dd>
        </div>
      )}
    </dl>
  );
}

function TopicState({ topic }: { topic: Topic }) {
  const { shortDay } = useFormats();
  if (topic.state === 'completed')
    return (
      <span className="small text-3">
        Completed{topic.completedAt ? ` ${shortDay(topic.completedAt)}` : ''}
      </span>
    );
  if (topic.state === 'awaiting_confirmation') return <Tag tone="sky">Awaiting confirmation</Tag>;
  if (topic.state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{stepsSize(topic.steps)}</span>;
}

const confirmerLabels = { coach: 'your coach', manager: 'your manager' };

function AwaitingConfirmation({
  confirmation: { by, name, askedAt, acceptedOn },
}: {
  confirmation: NonNullable<Topic['confirmation']>;
}) {
  const { longDay, shortDay } = useFormats();
  return (
    <div className="topic-end topic-awaiting">
      <p>
        Awaiting confirmation by {name ?? confirmerLabels[by]} since {shortDay(askedAt)}.{' '}
        <span className="text-2">
          It will be confirmed automatically on {longDay(acceptedOn)} if no one responds.
        </span>
      </p>
    </div>
  );
}

interface CompletionBannerProps {
  program: Program;
  topic: Topic;
  isFirst: boolean;
  onCompleted: () => void;
}
function CompletionBanner({ program, topic, isFirst, onCompleted }: CompletionBannerProps) {
  const [completeTopic, { isLoading, isSuccess, error }] = useCompleteTopicMutation();
  const navigate = useNavigate();
  const preview = use(PreviewContext);
  const complete = async () => {
    if (preview) {
      preview.completeTopic(topic.topicId);
      return onCompleted();
    }
    const { data } = await completeTopic({ programId: program.programId, topicId: topic.topicId });
    if (!data) return;
    onCompleted();
    if (data.program.enrolment === 'completed') void navigate({ hash: SUMMARY_TARGET });
  };
  return (
    <>
      {error && (
        <div className="topic-error">
          <ErrorSummary>
            “{topic.title}” was not completed. <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        </div>
      )}
      <div className="topic-end" id={completionTarget(topic.topicId)}>
        <p>
          {doneSentence(topic)} <span className="text-2">{completionSentence(program)}</span>
        </p>
        <Button
          variant={isFirst ? 'primary' : 'outlined'}
          busy={isLoading || isSuccess} // until the program is shown without this button
          onClick={() => void complete()}
        >
          Complete topic
        </Button>
      </div>
    </>
  );
}
