import { Link } from 'react-router-dom';
import { buttonClass } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { type Propensity, useGetPropensityQuery } from '#store/propensity/propensityApi.ts';
import './surveys.css';

/** The questions one is asked, with what one answered last. */
export default function Surveys() {
  const query = useGetPropensityQuery();
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Surveys"
        what="Your surveys"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={1} />
          </>
        }
      >
        {(propensity) => <Page propensity={propensity} />}
      </Loaded>
    </div>
  );
}

function Page({ propensity: { latest, earlier } }: { propensity: Propensity }) {
  return (
    <>
      <PageTop
        title="Surveys"
        lede="What you were asked, what you answered, and who can see it."
        action={
          <Link className={buttonClass('primary')} to="/survey/propensity">
            {latest ? 'See your readiness' : 'Answer the readiness questions'}
          </Link>
        }
      />
      <section aria-labelledby="yours">
        <h2 className="title-3" id="yours">
          For you
        </h2>
        <ul className="survey-rows">
          <li>
            <div>
              <p className="strong">Readiness to grow</p>
              <p className="text-2">
                13 questions, about 4 minutes. Only you see your answers and the score.
              </p>
            </div>
            <p className="figures">
              {latest ? (
                <>
                  <span className="strong">{latest.score} out of 100</span>
                  <br />
                  <span className="small text-3">
                    {longDay(latest.answeredAt)}
                    {earlier.length > 0 && `, ${earlier.length} before`}
                  </span>
                </>
              ) : (
                <span className="text-3">Not answered yet</span>
              )}
            </p>
          </li>
        </ul>
        <p className="text-2 survey-none">
          When somebody invites you to a survey, it stands here and in your notifications.
        </p>
      </section>
    </>
  );
}
