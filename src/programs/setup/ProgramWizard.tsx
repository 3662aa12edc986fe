import { lazy, type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import NotFound from '#src/not-found/NotFound.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { sameScreen, selectLocation } from '#store/navigation/navigationSlice.ts';
import { useGetProgramOptionsQuery, useGetProgramSetupQuery } from '#store/programs/setupApi.ts';
import { StartPage } from './StartPage.tsx';
import { blankProgram } from './useProgramDocument.ts';
import { WizardPage } from './WizardPage.tsx';
import { type WizardStep, wizardPath, wizardPlace } from './wizardPaths.ts';
import '#src/forms/checkbox.css';
import './wizard.css';

const ProgramPreview = lazy(() => import('#src/programs/preview/ProgramPreview.tsx'));

/** Creates, launches and changes a program. The server decides who may do so. */
export default function ProgramWizard() {
  const place = wizardPlace(useAppSelector(selectLocation).pathname);
  if (!place) return <NotFound />;
  return (
    <div className="content">
      {place.programId === null ? (
        <CreatorsOnly>
          <StartPage />
        </CreatorsOnly>
      ) : place.step === 'preview' ? (
        <Suspense fallback={<Skeleton />}>
          <ProgramPreview programId={place.programId} backTo={wizardPath(place.programId, 'review')} />
        </Suspense>
      ) : (
        <Place programId={place.programId} step={place.step} />
      )}
    </div>
  );
}

/** The owner of a program can change it without being able to create programs: the direct reports may have another manager now. */
function CreatorsOnly({ children }: { children: ReactNode }) {
  const options = useGetProgramOptionsQuery({});
  return (
    <QueryContent
      query={options}
      title="New program"
      failure="The program did not load"
      missing={
        <NotFoundState title="You cannot create programs" to="/program" label="Go to Programs">
          Administrators create programs, and managers for the people who report to them.
        </NotFoundState>
      }
      skeleton={<Skeleton />}
    >
      {() => children}
    </QueryContent>
  );
}

const Skeleton = () => (
  <>
    <SkeletonHeader />
    <SkeletonRows count={4} />
  </>
);

/** A new program keeps its screen, with the focus and open dialogs, when it gets its address with the first change. */
function Place({ programId, step }: { programId: string; step: WizardStep }) {
  const navigate = useNavigate();
  const [createdId, setCreatedId] = useState<string | null>(null);
  if (programId !== 'new' && programId !== createdId)
    return <Loaded key={programId} programId={programId} step={step} />;
  return (
    <CreatorsOnly>
      <WizardPage
        loaded={blankProgram}
        step={step}
        onCreated={(id) => {
          // Rendered first, because a change of the location is rendered before a state update that waits.
          flushSync(() => setCreatedId(id));
          void navigate(wizardPath(id, step), { replace: true, state: sameScreen });
        }}
      />
    </CreatorsOnly>
  );
}

function Loaded({ programId, step }: { programId: string; step: WizardStep }) {
  const query = useGetProgramSetupQuery({ programId });
  return (
    <QueryContent
      query={query}
      title="Program"
      failure="The program did not load"
      missing={
        <NotFoundState title="Program not found" to="/program" label="Go to Programs">
          The link may be wrong, or you may not have access.
        </NotFoundState>
      }
      skeleton={<Skeleton />}
    >
      {(setup: ProgramSetup) => <WizardPage loaded={setup} step={step} onCreated={() => {}} />}
    </QueryContent>
  );
}
