import type { CoachingSession } from '#contract/learning/coaching.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import type { GrowthTopic } from './useGrowth.ts';

interface LearnerTopicsProps {
  session: CoachingSession;
  topics: readonly GrowthTopic[];
  /** The topics that are on the agenda and not done. */
  onAgenda: ReadonlySet<string>;
  onAdd: (topic: GrowthTopic) => void;
}

/** The learner's selected topics, to look at and discuss. */
export function LearnerTopics({ session: { relation, other }, topics, onAgenda, onAdd }: LearnerTopicsProps) {
  if (topics.length === 0) return null;
  return (
    <Disclosure
      className="room-topics"
      summary={relation === 'learner' ? `${other.firstName}’s topics` : 'Your topics'}
    >
      <ul className="stack-3">
        {topics.map((topic) => (
          <li key={topic.topicId} className="row">
            <div className="grow">
              <p className="strong">{topic.title}</p>
              <p className="small text-2">
                {topic.isCompleted
                  ? 'Completed'
                  : [
                      `${topic.done} of ${topic.total} steps done`,
                      topic.nextStep && `next: ${topic.nextStep}`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
              </p>
            </div>
            {onAgenda.has(topic.topicId) && <p className="small text-2">On the agenda</p>}
            {!topic.isCompleted && !onAgenda.has(topic.topicId) && (
              <Button small aria-label={`Add to agenda: ${topic.title}`} onClick={() => onAdd(topic)}>
                Add to agenda
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
