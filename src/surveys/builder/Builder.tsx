import { useParams, useSearchParams } from 'react-router-dom';
import type { Survey } from '#contract/surveys/surveys.ts';
import { POLLED } from '#src/app/polling.ts';
import RatersPage from '#src/surveys/feedback/RatersPage.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { useGetSurveyQuery } from '#store/surveys/surveysApi.ts';
import '#src/surveys/surveys.css';
import '#src/surveys/participate/participate.css';
import './builder.css';
import { DraftEditor } from './DraftEditor.tsx';
import { RunningSurvey } from './RunningSurvey.tsx';

/** A survey for its managers: the draft, later its progress. */
export default function Builder() {
  const [params] = useSearchParams();
  return <div className="content">{params.get('show') === 'raters' ? <RatersPage /> : <OwnSurvey />}</div>;
}

function OwnSurvey() {
  const { surveyId = '' } = useParams();
  const { data: known } = useGetSurveyQuery({ surveyId });
  // While people answer, the counts change, also in the question before the survey is closed.
  const isOpen = known?.state === 'open';
  const query = useGetSurveyQuery({ surveyId }, { refetchOnMountOrArgChange: true, ...(isOpen && POLLED) });
  return (
    <QueryContent
      query={query}
      title="Survey"
      failure="The survey did not load"
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
      {(survey) => <Page key={survey.surveyId} survey={survey} />}
    </QueryContent>
  );
}

function Page({ survey }: { survey: Survey }) {
  return (
    <>
      <Breadcrumb to="/survey" label="Surveys" here={survey.surveyName} />
      {survey.state === 'draft' ? <DraftEditor survey={survey} /> : <RunningSurvey survey={survey} />}
    </>
  );
}
