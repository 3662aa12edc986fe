import type { LearnerProgram } from '#contract/learning/learners.ts';
import { enrolmentSentences } from '#src/programs/enrolment/enrolmentLabels.ts';
import { Note } from '#src/ui/feedback/Note.tsx';
import { LearnerTopic } from './LearnerTopic.tsx';
import { TopicsToPropose } from './TopicsToPropose.tsx';
import '#src/ui/display/outline.css';
import '#src/programs/topics/topicLists.css';
import { isSelected } from '#src/programs/topics/topics.ts';

/** The topics of a learner, without their texts and answers. */
export function LearnerTopics({ learnerProgram }: { learnerProgram: LearnerProgram }) {
  const { learner, programName, enrolment, topics } = learnerProgram;
  const selected = topics.filter(isSelected);
  const firstToConfirm = selected.find(({ can }) => can.confirm);
  const latest = selected
    .filter(({ completedAt }) => completedAt !== null)
    .sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))[0];
  return (
    <section aria-labelledby="topics">
      <div className="learner-note">
        <Note lock>
          You can see topics, step states and dates. Only {learner.firstName} can read reflections, answers,
          and the reasons and if-then plans of topics.
        </Note>
      </div>
      <h2 className="title-2 learner-title" id="topics">
        Topics in {programName}
      </h2>
      {selected.length === 0 && <p className="text-2">{enrolmentSentences(learner.firstName)[enrolment]}</p>}
      <ol className="outline">
        {selected.map((topic, index) => (
          <LearnerTopic
            key={topic.topicId}
            learnerProgram={learnerProgram}
            topic={topic}
            number={index + 1}
            isFirstToConfirm={topic === firstToConfirm}
            isLatest={topic === latest}
          />
        ))}
      </ol>
      <TopicsToPropose learnerProgram={learnerProgram} />
    </section>
  );
}
