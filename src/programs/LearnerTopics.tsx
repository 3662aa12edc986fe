import { Check } from 'lucide-react';
import type { LearnerProgram } from '#contract/programs.ts';
import { shortDay } from '#src/ui/dates.ts';
import { Note } from '#src/ui/Note.tsx';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { topicShape } from './topics.ts';

const chosenOf = ({ topics }: LearnerProgram) => topics.filter((topic) => topic.state !== 'not_selected');

/** Counts and dates, never answers: the sentence above says who reads what. */
export function LearnerTopics({ of: learnerProgram }: { of: LearnerProgram }) {
  const { learner, programName } = learnerProgram;
  return (
    <section aria-labelledby="topics">
      <div className="learner-note">
        <Note lock>
          You see topics, steps as numbers, and dates. What {learner.firstName} writes and answers stays with{' '}
          {learner.firstName}.
        </Note>
      </div>
      <h2 className="title-2 learner-title" id="topics">
        Topics in {programName}
      </h2>
      {chosenOf(learnerProgram).length === 0 && (
        <p className="text-2">{learner.firstName} has not chosen topics yet.</p>
      )}
      <ol className="outline">
        {chosenOf(learnerProgram).map((topic, index) => (
          <li key={topic.topicId} data-state={topicShape(topic.state)}>
            <span className="node" aria-hidden="true">
              {topic.state === 'completed' ? <Check className="icon" /> : index + 1}
            </span>
            <div className="topic-head">
              <h3>{topic.title}</h3>
              <TopicWords topic={topic} />
            </div>
            <p className="text-2">{topic.behaviorName}</p>
            <div className="learner-rungs">
              <Rungs small groups={rungsOf([topic])} label={`${topic.done} of ${topic.total} steps done`} />
              <p className="small text-3 figures">
                {topic.done} of {topic.total} steps
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TopicWords({ topic }: { topic: LearnerProgram['topics'][number] }) {
  if (topic.state === 'completed')
    return (
      <span className="small text-3">
        Completed{topic.completedAt ? ` ${shortDay(topic.completedAt)}` : ''}
      </span>
    );
  if (topic.state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{topic.done > 0 ? 'In progress' : 'Not started'}</span>;
}

export function LearnerOverview({ of: learnerProgram }: { of: LearnerProgram }) {
  const { progress, learner } = learnerProgram;
  const chosen = chosenOf(learnerProgram);
  const completed = chosen.filter((topic) => topic.state === 'completed');
  const latest = completed
    .flatMap(({ completedAt }) => (completedAt ? [completedAt] : []))
    .sort()
    .at(-1);
  return (
    <section className="card" aria-labelledby="progress">
      <h2 className="title-3" id="progress">
        Progress
      </h2>
      {progress.percent === null ? (
        <p className="text-2">Nothing to do yet: {learner.firstName} has not chosen topics.</p>
      ) : (
        <>
          <div className="progress-figure">
            <span className="figure-large">{progress.percent} %</span>
            <span className="text-2">
              {progress.done} of {progress.total} steps
            </span>
          </div>
          <Rungs groups={rungsOf(chosen)} label={`Steps: ${progress.done} of ${progress.total} done`} />
          <p className="text-2 learner-sentence">
            {completed.length} of {chosen.length} chosen topics completed
            {latest && `, the last one on ${shortDay(latest)}`}.
          </p>
        </>
      )}
    </section>
  );
}
