import { Link } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { topicTarget } from '#contract/notifications/linkTargets.ts';
import type { nextStepOf } from '#store/programs/nextAction.ts';
import '#src/ui/display/outline.css';
import './topicLists.css';
import { ProposalAnswer } from './ProposalAnswer.tsx';
import { SelectedTopic } from './SelectedTopic.tsx';
import { TopicProposals } from './TopicProposals.tsx';
import { topicPickerPath } from './topicSelection.ts';
import { stepsSize } from './topicSize.ts';
import { isSelected, selectionSummary } from './topics.ts';

interface SelectedTopicsProps {
  program: Program;
  /** The next step. */
  next: ReturnType<typeof nextStepOf>;
}

/** The selected topics as a timeline. */
export function SelectedTopics({ program, next }: SelectedTopicsProps) {
  const selected = program.topics.filter(isSelected);
  const firstReady = selected.find((topic) => topic.can.complete);
  return (
    <>
      <p className="text-2 selection-summary">
        {selectionSummary(program)}
        {program.can.choose && (
          <>
            {' '}
            <Link to={topicPickerPath(program.programId)}>Change your topics</Link>
          </>
        )}
      </p>
      <ol className="outline">
        {selected.map((topic, index) => (
          <SelectedTopic
            key={topic.topicId}
            program={program}
            topic={topic}
            number={index + 1}
            isFirstReady={topic === firstReady && !program.can.finish}
            nextStepKey={next?.topic.topicId === topic.topicId ? next.step.stepKey : null}
          />
        ))}
      </ol>
    </>
  );
}

/** Topics that are not selected. Before the learner joins, these are all topics of the program. */
export function OtherTopics({ program }: { program: Program }) {
  const topics = program.topics.filter((topic) => !isSelected(topic));
  const isAll = topics.length === program.topics.length;
  if (topics.length === 0) return isAll ? <NoTopics /> : null;
  return (
    <section className={isAll ? 'other-topics other-topics-first' : 'other-topics'} aria-labelledby="others">
      <h2 className="title-3" id="others">
        {isAll ? 'Available topics' : 'Other topics in this program'}
      </h2>
      <ul>
        {topics.map((topic) => (
          <li key={topic.topicId} id={topicTarget(topic.topicId)}>
            <p className="strong">{topic.title}</p>
            <p className="text-2">{topic.description || topic.behaviorName}</p>
            <p className="small text-3">{stepsSize(topic.steps)}</p>
            <TopicProposals proposals={topic.proposals} />
            <ProposalAnswer programId={program.programId} topic={topic} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const NoTopics = () => (
  <p className="text-2">
    This program has no topics yet. Your home page tells you when topics are available.
  </p>
);
