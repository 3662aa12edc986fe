import { Link } from 'react-router-dom';
import type { Propensity } from '#contract/learning/propensity.ts';
import { readinessVisibility } from '#contract/visibility.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetPropensityQuery } from '#store/propensity/propensityApi.ts';
import { useListSurveysQuery } from '#store/surveys/surveysApi.ts';
import { ReadinessOfOthers } from './ReadinessOfOthers.tsx';
import { AnsweredSurveys, FeedbackAbout, RunSurveys, WaitingSurveys } from './SurveyLists.tsx';
import './surveys.css';

/** The user's surveys with their latest answers. */
export default function Surveys() {
  const query = useGetPropensityQuery();
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Surveys"
        failure="Your surveys did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={1} />
          </>
        }
      >
        {(propensity) => <Page propensity={propensity} />}
      </QueryContent>
    </div>
  );
}

function Page({ propensity }: { propensity: Propensity }) {
  const { latest, earlier } = propensity;
  const { longDay } = useFormats();
  const surveys = useListSurveysQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <PageHeader
        title="Surveys"
        lede="Your surveys, your answers and who can see them."
        action={
          <Link className={buttonClass(latest ? 'outlined' : 'primary')} to="/survey/propensity">
            {latest ? 'View your readiness result' : 'Answer the readiness questions'}
          </Link>
        }
      />
      <QueryContent
        query={surveys}
        title="Surveys for you"
        level={2}
        failure="Your surveys did not load"
        skeleton={<SkeletonRows count={2} />}
      >
        {({ invited, about, run, runTotal }) => (
          <>
            <WaitingSurveys surveys={invited.filter(({ answeredOn }) => answeredOn === null)} />
            <FeedbackAbout about={about} />
            {run && <RunSurveys surveys={run} total={runTotal ?? run.length} />}
            <AnsweredSurveys surveys={invited.filter(({ answeredOn }) => answeredOn !== null)} />
          </>
        )}
      </QueryContent>
      <ReadinessOfOthers />
      <section className="survey-section" aria-labelledby="yours">
        <h2 className="title-3" id="yours">
          About you
        </h2>
        <ul className="survey-rows">
          <li className="link-row">
            <div>
              <p>
                <Link className="row-title" to="/survey/propensity">
                  Readiness to grow
                </Link>
              </p>
              <p className="text-2">13 questions, about 4 minutes. {readinessVisibility(propensity)}</p>
            </div>
            <p className="figures">
              {latest ? (
                <>
                  <span className="strong">{latest.score} out of 100</span>
                  <br />
                  <span className="small text-3">
                    {longDay(latest.answeredAt)}
                    {earlier.length > 0 && (
                      <>
                        <br />
                        {plural(earlier.length, '# earlier score', '# earlier scores')}
                      </>
                    )}
                  </span>
                </>
              ) : (
                <span className="text-3">Not answered yet</span>
              )}
            </p>
          </li>
        </ul>
        <p className="text-2 survey-none">
          When you are invited to a survey, it appears here and in your notifications.
        </p>
      </section>
    </>
  );
}
