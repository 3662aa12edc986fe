import type { LearnerProgram } from '#contract/learners.ts';
import { Note } from '#src/ui/Note.tsx';
import { enrolmentWordsOf } from './enrolments.ts';
import { LearnerOthers } from './LearnerOthers.tsx';
import { LearnerTopic } from './LearnerTopic.tsx';
import './outline.css';
import { isChosen } from './topics.ts';

/** Counts and dates, never answers: the sentence above says who reads what. */
export function LearnerTopics({ of: learnerProgram }: { of: LearnerProgram }) {
  const { learner, programName, enrolment, topics } = learnerProgram;
  const chosen = topics.filter(isChosen);
  const firstAsking = chosen.find(({ can }) => can.confirm);
  const latest = chosen
    .filter(({ completedAt }) => completedAt !== null)
    .sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))[0];
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
      {chosen.length === 0 && <p className="text-2">{enrolmentWordsOf(learner.firstName)[enrolment]}</p>}
      <ol className="outline">
        {chosen.map((topic, index) => (
          <LearnerTopic
            key={topic.topicId}
            of={learnerProgram}
            topic={topic}
            number={index + 1}
            isFirstAsking={topic === firstAsking}
            isLatest={topic === latest}
          />
        ))}
      </ol>
      <LearnerOthers of={learnerProgram} />
    </section>
  );
}
