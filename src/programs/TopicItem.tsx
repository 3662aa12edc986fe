import { Check } from 'lucide-react';
import type { Program, Topic } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { longDay, shortDay } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useCompleteTopicMutation } from '#store/programs/programsApi.ts';
import { StepRow } from './StepRow.tsx';
import { completionSentence, doneSentence, sizeOf, topicShape } from './topics.ts';
import { UpgradeOffer } from './UpgradeOffer.tsx';

interface TopicItemProps {
  program: Program;
  topic: Topic;
  number: number;
  /** The first one that is ready: a screen has one filled button. */
  isFirstReady: boolean;
}

/** A node on the stem with the topic's steps; ready, it ends in the band that completes it. */
export function TopicItem({ program, topic, number, isFirstReady }: TopicItemProps) {
  const shape = topicShape(topic.state);
  return (
    <li data-state={shape}>
      <span className="node" aria-hidden="true">
        {shape === 'done' ? <Check className="icon" /> : number}
      </span>
      <div className="topic-head">
        <h3>{topic.title}</h3>
        <TopicState topic={topic} />
      </div>
      {topic.description && <p className="text-2 topic-description">{topic.description}</p>}
      <Intention topic={topic} />
      {topic.returned && topic.state !== 'completed' && (
        <div className="topic-note">
          <Note>
            {topic.returned.by} sent it back on {shortDay(topic.returned.at)}: {topic.returned.note}
          </Note>
        </div>
      )}
      {topic.upgrade && topic.can.upgrade && (
        <UpgradeOffer programId={program.programId} topic={topic} upgrade={topic.upgrade} />
      )}
      <div className="steps">
        <ol aria-label={`Steps of ${topic.title}`}>
          {topic.steps.map((step) => (
            <StepRow key={step.stepKey} programId={program.programId} topicId={topic.topicId} step={step} />
          ))}
        </ol>
        {topic.state === 'awaiting_confirmation' && topic.confirmation && (
          <Waiting confirmation={topic.confirmation} />
        )}
        {topic.can.complete && <CompleteBand program={program} topic={topic} isFirst={isFirstReady} />}
      </div>
    </li>
  );
}

/** The learner's own words beside the topic they are about. */
function Intention({ topic: { why, ifThenPlan } }: { topic: Topic }) {
  if (!why && !ifThenPlan) return null;
  return (
    <dl className="intention">
      {why && (
        <div>
          <dt>Why</dt>
          <dd>{why}</dd>
        </div>
      )}
      {ifThenPlan && (
        <div>
          <dt>Plan</dt>
          <dd>{ifThenPlan}</dd>
        </div>
      )}
    </dl>
  );
}

function TopicState({ topic }: { topic: Topic }) {
  if (topic.state === 'completed')
    return (
      <span className="small text-3">
        Completed{topic.completedAt ? ` ${shortDay(topic.completedAt)}` : ''}
      </span>
    );
  if (topic.state === 'awaiting_confirmation') return <Tag tone="sky">Waits for confirmation</Tag>;
  if (topic.state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{sizeOf(topic)}</span>;
}

function Waiting({
  confirmation: { by, name, askedAt, acceptedOn },
}: {
  confirmation: NonNullable<Topic['confirmation']>;
}) {
  return (
    <div className="topic-end topic-waits">
      <p>
        Waits for confirmation by {name ?? `your ${by}`}, asked on {shortDay(askedAt)}.{' '}
        <span className="text-2">Without an answer it counts on {longDay(acceptedOn)}.</span>
      </p>
    </div>
  );
}

function CompleteBand({ program, topic, isFirst }: { program: Program; topic: Topic; isFirst: boolean }) {
  const [completeTopic, { isLoading, error }] = useCompleteTopicMutation();
  const complete = () => void completeTopic({ programId: program.programId, topicId: topic.topicId });
  return (
    <>
      {error && (
        <div className="topic-trouble">
          <ErrorSummary>
            “{topic.title}” is not completed yet. {problemOf(error).message}
          </ErrorSummary>
        </div>
      )}
      <div className="topic-end">
        <p>
          {doneSentence(topic)} <span className="text-2">{completionSentence(program)}</span>
        </p>
        <Button look={isFirst ? 'primary' : 'outlined'} busy={isLoading} onClick={complete}>
          Complete topic
        </Button>
      </div>
    </>
  );
}
