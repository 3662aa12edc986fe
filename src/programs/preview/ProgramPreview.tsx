import { Eye, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { ProgressCard } from '#src/programs/program/ProgressCard.tsx';
import { OtherTopics, SelectedTopics } from '#src/programs/topics/TopicLists.tsx';
import { TopicPicker } from '#src/programs/topics/TopicPicker.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { nextStepOf } from '#store/programs/nextAction.ts';
import { useOpenPreviewFileMutation } from '#store/programs/packagesApi.ts';
import {
  useGetPreviewQuery,
  useGetPreviewReasonsMutation,
  useGradePreviewMutation,
} from '#store/programs/setupApi.ts';
import { type Preview, PreviewContext } from './previewContext.ts';
import { NEW_SIMULATION, simulateProgram, withRecord, withResult } from './simulate.ts';
import '#src/programs/program/programPage.css';
import './preview.css';

interface ProgramPreviewProps {
  programId: string;
  /** Where the preview was opened. */
  backTo: string;
}

/** A program as it looks to a person who has just joined. Nothing is recorded. */
export default function ProgramPreview({ programId, backTo }: ProgramPreviewProps) {
  const query = useGetPreviewQuery({ programId }, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="Preview"
      failure="The preview did not load"
      missing={
        <NotFoundState title="Program not found" to="/program" label="Go to Programs">
          The link may be wrong, or you may not have access.
        </NotFoundState>
      }
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {(program) => <Simulated program={program} backTo={backTo} />}
    </QueryContent>
  );
}

function Simulated({ program, backTo }: { program: Program; backTo: string }) {
  const { programId } = program;
  const [done, setDone] = useState(NEW_SIMULATION);
  const [round, setRound] = useState(0);
  const [getReasons] = useGetPreviewReasonsMutation();
  const [grade] = useGradePreviewMutation();
  const [openFile] = useOpenPreviewFileMutation();
  const preview = useMemo<Preview>(
    () => ({
      record: (stepKey, record) =>
        setDone((before) => ({ ...before, trials: withRecord(before.trials, stepKey, record) })),
      async reasonsOf(stepKey, answers) {
        const { data } = await getReasons({ programId, stepKey, answers });
        return data?.reasons ?? {};
      },
      async submit(stepKey, answers) {
        const { data, error } = await grade({ programId, stepKey, answers });
        if (!data) return problemOf(error);
        setDone((before) => ({ ...before, trials: withResult(before.trials, stepKey, answers, data) }));
        return null;
      },
      openFile: (stepKey) => openFile({ programId, stepKey }),
      selectTopics: (goals) => setDone((before) => ({ ...before, goals })),
      completeTopic: (topicId) =>
        setDone((before) => ({ ...before, completed: [...before.completed, topicId] })),
    }),
    [programId, getReasons, grade, openFile],
  );
  const shown = simulateProgram(program, done);
  const startAgain = () => {
    setDone(NEW_SIMULATION);
    setRound(round + 1);
  };
  return (
    <>
      <section className="preview-banner row row-wrap" aria-label="Preview as learner">
        <Eye className="icon" aria-hidden="true" />
        <p className="grow">
          <b className="strong">Preview as learner.</b> Nothing that you do here is recorded.
        </p>
        {done !== NEW_SIMULATION && (
          <Button small onClick={startAgain}>
            <RotateCcw className="icon icon-small" aria-hidden="true" />
            Start again
          </Button>
        )}
        <Link className={buttonClass('outlined', true)} to={backTo}>
          Exit preview
        </Link>
      </section>
      <PreviewContext value={preview}>
        <PageHeader title={shown.programName || 'Untitled program'} lede={shown.purpose} />
        <div className="columns" key={round}>
          <section aria-labelledby="topics">
            <h2 className="visually-hidden" id="topics">
              Topics
            </h2>
            {shown.enrolment === 'completed' && (
              <Note>A learner has now completed all selected topics, and their program is completed.</Note>
            )}
            {shown.can.choose ? (
              <TopicPicker program={shown} />
            ) : (
              <>
                <SelectedTopics program={shown} next={nextStepOf(shown)} />
                <OtherTopics program={shown} />
              </>
            )}
          </section>
          <aside className="side" aria-label="About this program">
            <ProgressCard program={shown} />
          </aside>
        </div>
      </PreviewContext>
    </>
  );
}
