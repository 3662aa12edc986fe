import { useParams } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { Raters } from '#contract/surveys/feedback.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { useGetRatersQuery } from '#store/surveys/feedbackApi.ts';
import { RatersEditor } from './RatersEditor.tsx';
import { RatersProgress } from './RatersProgress.tsx';
import './feedback.css';

/** 360 feedback about the viewer: whom they nominate, and later how many have answered. */
export default function RatersPage() {
  const { surveyId = '' } = useParams();
  const query = useGetRatersQuery({ surveyId }, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="Feedback"
      failure="The feedback did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonCard />
        </>
      }
      missing={
        <NotFoundState title="Survey not found" to="/survey" label="View your surveys">
          The link may be wrong, or you may not have access.
        </NotFoundState>
      }
    >
      {(raters) => (
        <>
          <Breadcrumb to="/survey" label="Surveys" here={raters.surveyName} />
          <PageHeader title={<bdi>{raters.surveyName}</bdi>} lede={ledeOf(raters)} />
          {raters.progress ? <RatersProgress raters={raters} /> : <RatersEditor raters={raters} />}
        </>
      )}
    </QueryContent>
  );
}

function ledeOf({ isSubject, state, phase, subject }: Raters): string {
  if (!isSubject) return `360 feedback about ${fullName(subject)}.`;
  if (state !== 'draft') return '360 feedback about you.';
  if (phase === 'nominating') return 'Choose the people who give feedback about you.';
  if (phase === 'approving') return 'Your nominations are sent and wait for approval.';
  return '360 feedback about you.';
}

/** The same list for the people who run the survey, as a part of its page. */
export function RatersPanel({ surveyId }: { surveyId: string }) {
  const query = useGetRatersQuery({ surveyId }, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="People"
      level={2}
      failure="The people did not load"
      skeleton={<SkeletonCard />}
    >
      {(raters) => (raters.progress ? <RatersProgress raters={raters} /> : <RatersEditor raters={raters} />)}
    </QueryContent>
  );
}
