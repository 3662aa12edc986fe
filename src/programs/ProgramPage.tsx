import { useParams } from 'react-router-dom';
import type { Program } from '#contract/programs.ts';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { useGetProgramQuery } from '#store/programs/programsApi.ts';
import { DueCard } from './DueCard.tsx';
import { PeopleCard } from './PeopleCard.tsx';
import { ProgramSkeleton } from './ProgramSkeleton.tsx';
import './programs.css';
import { ProgressCard } from './ProgressCard.tsx';
import { TopicItem } from './TopicItem.tsx';
import { isChosen, topicsSentence } from './topics.ts';

/** One's own place in a program: the topics as nodes on a stem, each with its steps. */
export default function ProgramPage() {
  const { programId = '' } = useParams();
  const query = useGetProgramQuery({ programId });
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Program"
        what="The program"
        skeleton={<ProgramSkeleton />}
        missing={
          <Missing title="This program is not there" to="/program" label="See your programs">
            It may have ended, or you do not take part in it. If someone sent you the link, ask them.
          </Missing>
        }
      >
        {(program) => <Page program={program} />}
      </Loaded>
    </div>
  );
}

function Page({ program }: { program: Program }) {
  const chosen = program.topics.filter(isChosen);
  const firstReady = chosen.find((topic) => topic.can.complete);
  const others = program.topics.filter((topic) => !isChosen(topic));
  return (
    <>
      <Breadcrumb to="/program" label="Programs" here={program.programName} />
      <PageTop title={program.programName} lede={program.purpose} />
      <div className="columns">
        <section aria-labelledby="topics">
          <h2 className="visually-hidden" id="topics">
            Topics
          </h2>
          <p className="text-2 topics-sentence">{topicsSentence(program)}</p>
          <ol className="outline">
            {chosen.map((topic, index) => (
              <TopicItem
                key={topic.topicId}
                program={program}
                topic={topic}
                number={index + 1}
                isFirstReady={topic === firstReady}
              />
            ))}
          </ol>
          {others.length > 0 && <OtherTopics topics={others} />}
        </section>
        <aside className="side" aria-label="About this program">
          <ProgressCard program={program} />
          <PeopleCard program={program} />
          {program.dueOn && <DueCard dueOn={program.dueOn} isCompleted={program.enrolment === 'completed'} />}
        </aside>
      </div>
    </>
  );
}

function OtherTopics({ topics }: { topics: Program['topics'] }) {
  return (
    <section className="other-topics" aria-labelledby="others">
      <h2 className="title-3" id="others">
        Also in this program
      </h2>
      <ul>
        {topics.map((topic) => (
          <li key={topic.topicId}>
            <p className="strong">{topic.title}</p>
            <p className="text-2">{topic.description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
