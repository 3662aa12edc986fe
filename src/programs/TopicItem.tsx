import { Check } from 'lucide-react';
import type { Program, Topic } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useCompleteTopicMutation } from '#store/programs/programsApi.ts';
import { StepRow } from './StepRow.tsx';
import { doneSentence, listenersSentence, sizeOf, topicShape } from './topics.ts';

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
      <div className="steps">
        <ol aria-label={`Steps of ${topic.title}`}>
          {topic.steps.map((step) => (
            <StepRow key={step.stepKey} programId={program.programId} step={step} />
          ))}
        </ol>
        {topic.can.complete && <CompleteBand program={program} topic={topic} isFirst={isFirstReady} />}
      </div>
    </li>
  );
}

function TopicState({ topic }: { topic: Topic }) {
  if (topic.state === 'completed')
    return (
      <span className="small text-3">
        Completed{topic.completedAt ? ` ${shortDay(topic.completedAt)}` : ''}
      </span>
    );
  if (topic.state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{sizeOf(topic)}</span>;
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
          {doneSentence(topic)} <span className="text-2">{listenersSentence(program)}</span>
        </p>
        <Button look={isFirst ? 'primary' : 'outlined'} busy={isLoading} onClick={complete}>
          Complete topic
        </Button>
      </div>
    </>
  );
}
