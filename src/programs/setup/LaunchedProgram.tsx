import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { fullName } from '#contract/people.ts';
import { insightsPath } from '#src/insights/insightsPaths.ts';
import { ProgramMenu } from '#src/programs/list/ProgramMenu.tsx';
import { ProgramState } from '#src/programs/list/ProgramState.tsx';
import { StateDialog } from '#src/programs/list/StateDialog.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { usePageJoinRequestsInfiniteQuery } from '#store/programs/joiningApi.ts';
import {
  isSendingInvitations,
  useGetProgramSetupQuery,
  useLaunchProgramMutation,
} from '#store/programs/setupApi.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { JoinRequests } from './JoinRequests.tsx';
import { LaunchedMeanwhile } from './LaunchedMeanwhile.tsx';
import {
  coachingPlanText,
  confirmationLabels,
  dueText,
  joiningLabels,
  orderLabels,
  rangeText,
} from './wizardTexts.ts';

const POLL_MS = 1_500;

interface LaunchedProgramProps {
  programId: string;
  /** What the user still changed in the draft when another person had launched it. */
  unsaved: Partial<ProgramFields> | null;
  /** The unsaved changes are used or discarded. */
  onSettled: (setup: ProgramSetup) => void;
}

const withLearners = (setup: ProgramSetup) => ({ ...setup, learners: setup.learners ?? 0 });

/** A program that was launched, with the progress of its invitations. */
export function LaunchedProgram({ programId, unsaved, onSettled }: LaunchedProgramProps) {
  /** The changes with which the dialog opens; null: it is closed. */
  const [change, setChange] = useState<Partial<ProgramFields> | null>(null);
  const [isResuming, setResuming] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const cached = useGetProgramSetupQuery({ programId });
  const isRunning = cached.data !== undefined && isSendingInvitations(cached.data);
  const query = useGetProgramSetupQuery({ programId }, { pollingInterval: isRunning ? POLL_MS : 0 });
  const hasRequests = useHasRequests(query.data);
  return (
    <QueryContent
      query={query}
      title="Program"
      failure="The program did not load"
      skeleton={<SkeletonHeader />}
    >
      {(setup) => (
        <>
          <Breadcrumb to="/program" label="Programs" here={setup.name} />
          <PageHeader
            title={setup.name}
            lede={setup.purpose}
            action={
              <>
                {setup.status === 'paused' && (
                  <Button onClick={() => setResuming(true)}>Resume program</Button>
                )}
                {setup.status !== 'archived' && <Button onClick={() => setChange({})}>Change program</Button>}
                {setup.managerVisible && setup.launch && setup.launch.invited + setup.launch.joined > 0 && (
                  <Link
                    className={buttonClass(hasRequests ? 'outlined' : 'primary')}
                    to={insightsPath(programId)}
                  >
                    View insights
                  </Link>
                )}
                <ProgramMenu
                  program={withLearners(setup)}
                  mayExport={setup.can.export}
                  onFailure={setFailure}
                />
              </>
            }
          />
          {failure !== null && (
            <ErrorSummary>
              <ProblemText message={problemOf(failure).message} />
            </ErrorSummary>
          )}
          {unsaved && (
            <LaunchedMeanwhile
              setup={setup}
              unsaved={unsaved}
              onUse={setChange}
              onDiscard={() => onSettled(setup)}
            />
          )}
          <div className="stack-6">
            <p className="row row-wrap">
              <ProgramState status={setup.status} isInReview={false} />
              {setup.status === 'paused' && (
                <span className="text-2">
                  No one can be invited or join until you resume it. Its learners can continue.
                </span>
              )}
            </p>
            {setup.launch && <Progress setup={setup} launch={setup.launch} />}
            {(takesRequests(setup) || hasRequests) && <JoinRequests programId={programId} />}
            <Facts setup={setup} />
          </div>
          {isResuming && setup.status === 'paused' && (
            <StateDialog program={withLearners(setup)} action="resume" onClose={() => setResuming(false)} />
          )}
          {change && (
            <ChangeDialog
              setup={setup}
              start={change}
              onChanged={(changed) => {
                const isOwnText = Object.keys(change).length > 0;
                setChange(null);
                if (isOwnText) onSettled(changed);
              }}
              onClose={() => setChange(null)}
            />
          )}
        </>
      )}
    </QueryContent>
  );
}

/**
 * Whether people wait for an answer. Accepting them is then the next thing to do. They may have asked before the sign-up was
 * changed.
 */
function useHasRequests(setup: ProgramSetup | undefined): boolean {
  const { data } = usePageJoinRequestsInfiniteQuery(
    setup && setup.status !== 'archived' ? { programId: setup.programId } : skipToken,
  );
  return data?.pages.some((page) => page.data.length > 0) ?? false;
}
const takesRequests = ({ joining, status }: ProgramSetup) => joining === 'request' && status !== 'archived';

interface ProgressProps {
  setup: ProgramSetup;
  launch: NonNullable<ProgramSetup['launch']>;
}

function Progress({ setup, launch: { total, invited, joined, endedAt, failedAt } }: ProgressProps) {
  const isDone = endedAt !== null;
  if (!isDone && failedAt !== null) return <Failed setup={setup} invited={invited} total={total} />;
  return (
    <section className="card stack-3" aria-label="Launch">
      <p className="strong" role="status">
        {isDone
          ? total === 0
            ? 'Launched. People join themselves.'
            : plural(invited, 'Launched. # person is invited.', 'Launched. # people are invited.')
          : `Invited ${Math.min(invited, total)} of ${total}`}
      </p>
      {isDone && joined > 0 && (
        <p className="text-2">
          {plural(joined, '# person joined without an invitation.', '# people joined without an invitation.')}
        </p>
      )}
      {!isDone && (
        <>
          <progress className="wizard-progress" max={total} value={invited} aria-label="Invitations" />
          <p className="small text-3">
            {setup.status === 'active'
              ? 'You can leave this page. The invitations continue.'
              : setup.status === 'paused'
                ? 'The invitations continue when the program is resumed.'
                : 'No more people are invited.'}
          </p>
        </>
      )}
    </section>
  );
}

/** The job has given up. Launching again invites those whom it did not reach. */
function Failed({ setup, invited, total }: { setup: ProgramSetup; invited: number; total: number }) {
  const [launch, { isLoading, error }] = useLaunchProgramMutation();
  const { programId, version, can } = setup;
  return (
    <ErrorSummary>
      <p className="strong">{`The invitations stopped: ${invited} of ${total} people are invited`}</p>
      <p>
        {can.launch
          ? 'Launch again to invite the remaining people. No one is invited twice.'
          : 'Ask an administrator to launch it again. No one is invited twice.'}
      </p>
      {error && (
        <p>
          <ProblemText message={problemOf(error).message} />
        </p>
      )}
      {can.launch && (
        <div className="row">
          <Button small busy={isLoading} onClick={() => void launch({ programId, version })}>
            Launch again
          </Button>
        </div>
      )}
    </ErrorSummary>
  );
}

function Facts({ setup }: { setup: ProgramSetup }) {
  const { shortDay } = useFormats();
  const facts: [string, string][] = [
    ['Topics', setup.topics.map(({ title }) => title).join(', ')],
    ['Learners choose', rangeText(setup.selectionMin, setup.selectionMax)],
    ['Order', orderLabels[setup.topicOrder]],
    ['Date', dueText(setup.due, shortDay)],
    ['Completion', confirmationLabels[setup.confirmation]],
    ['Coaching', coachingPlanText(setup.coachingPlan)],
    ['Surveys', setup.surveys.map(({ surveyName }) => surveyName).join(', ') || 'None'],
    ['Sign-up', joiningLabels[setup.joining]],
    ['Coaches', setup.coaches.map(fullName).join(', ') || 'None'],
    ['Owner', setup.owner ? fullName(setup.owner) : 'None'],
  ];
  return (
    <dl className="wizard-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
