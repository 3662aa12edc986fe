import { Link } from 'react-router-dom';
import type { Program } from '#contract/programs.ts';
import './outline.css';
import { Proposals } from './Proposals.tsx';
import { TopicItem } from './TopicItem.tsx';
import { isChosen, sizeOf, topicsSentence } from './topics.ts';
import { choosePath } from './useChoosing.ts';

/** The topics one chose, as nodes on a stem. */
export function ChosenTopics({ program }: { program: Program }) {
  const chosen = program.topics.filter(isChosen);
  const firstReady = chosen.find((topic) => topic.can.complete);
  return (
    <>
      <p className="text-2 topics-sentence">
        {topicsSentence(program)}
        {program.can.choose && (
          <>
            {' '}
            <Link to={choosePath(program.programId)}>Change your topics</Link>
          </>
        )}
      </p>
      <ol className="outline">
        {chosen.map((topic, index) => (
          <TopicItem
            key={topic.topicId}
            program={program}
            topic={topic}
            number={index + 1}
            isFirstReady={topic === firstReady && !program.can.finish}
          />
        ))}
      </ol>
    </>
  );
}

/** What else the program has; before one takes part, all of it. */
export function OtherTopics({ program }: { program: Program }) {
  const topics = program.topics.filter((topic) => !isChosen(topic));
  const isFirst = topics.length === program.topics.length;
  if (topics.length === 0) return isFirst ? <NoTopics /> : null;
  return (
    <section
      className={isFirst ? 'other-topics other-topics-first' : 'other-topics'}
      aria-labelledby="others"
    >
      <h2 className="title-3" id="others">
        {isFirst ? 'What you can choose from' : 'Also in this program'}
      </h2>
      <ul>
        {topics.map((topic) => (
          <li key={topic.topicId}>
            <p className="strong">{topic.title}</p>
            <p className="text-2">{topic.description || topic.behaviorName}</p>
            <p className="small text-3">{sizeOf(topic)}</p>
            <Proposals proposals={topic.proposals} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const NoTopics = () => (
  <p className="text-2">
    No topics yet: whoever runs this program is still preparing them. When they are there, your home says so.
  </p>
);
