import { useOptimistic } from 'react';
import { useParams } from 'react-router-dom';
import type { Program } from '#contract/programs.ts';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { KeepFocus } from '#src/ui/KeepFocus.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { useGetProgramQuery } from '#store/programs/programsApi.ts';
import { DueCard } from './DueCard.tsx';
import { EnrolmentBand } from './EnrolmentBand.tsx';
import { ChosenTopics, OtherTopics } from './Outline.tsx';
import { PeopleCard } from './PeopleCard.tsx';
import { ProgramMore } from './ProgramMore.tsx';
import { ProgramSkeleton } from './ProgramSkeleton.tsx';
import './programPage.css';
import { ProgressCard } from './ProgressCard.tsx';
import { ShowAtOnce } from './ShowAtOnce.ts';
import { TopicPicker } from './TopicPicker.tsx';
import { isChosen } from './topics.ts';
import { useIsChoosing } from './useChoosing.ts';
import { withRecord } from './withRecord.ts';

/** One's own place in a program: the topics as nodes on a stem, each with its steps. */
export default function ProgramPage() {
  const { programId = '' } = useParams();
  const query = useGetProgramQuery({ programId });
  return (
    <div className="content">
      <KeepFocus>
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
          {(program) => <Page key={program.programId} program={program} />}
        </Loaded>
      </KeepFocus>
    </div>
  );
}

function Page({ program }: { program: Program }) {
  const [shown, showAtOnce] = useOptimistic(program, withRecord);
  const chosen = shown.topics.filter(isChosen);
  const isAsked = useIsChoosing();
  const isChoosing = shown.can.choose && (isAsked || chosen.length === 0);
  const isBegun = chosen.length > 0;
  return (
    <ShowAtOnce value={showAtOnce}>
      <Breadcrumb to="/program" label="Programs" here={shown.programName} />
      <PageTop title={shown.programName} lede={shown.purpose} />
      <div className="columns">
        <section aria-labelledby="topics">
          <h2 className="visually-hidden" id="topics">
            Topics
          </h2>
          <EnrolmentBand program={shown} />
          {isChoosing ? (
            <TopicPicker key={shown.cycle} program={shown} />
          ) : (
            <>
              {isBegun && <ChosenTopics program={shown} />}
              <OtherTopics program={shown} />
            </>
          )}
          <ProgramMore program={shown} />
        </section>
        <aside className="side" aria-label="About this program">
          {(isBegun || shown.can.choose) && <ProgressCard program={shown} />}
          <PeopleCard program={shown} />
          {shown.dueOn && <DueCard dueOn={shown.dueOn} isCompleted={shown.enrolment === 'completed'} />}
        </aside>
      </div>
    </ShowAtOnce>
  );
}
