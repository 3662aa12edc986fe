import { Download, Printer } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { QuestionResult, Results, ScaleEnds } from '#contract/surveys/results.ts';
import FeedbackPage from '#src/surveys/feedback/FeedbackPage.tsx';
import { hiddenText, NPS_ENDS } from '#src/surveys/surveyTexts.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useExportSurveyResultsMutation, useGetSurveyResultsQuery } from '#store/surveys/surveysApi.ts';
import { Actions } from './Actions.tsx';
import { CommentsOf } from './CommentsOf.tsx';
import { CompareGroups } from './CompareGroups.tsx';
import { Drivers } from './Drivers.tsx';
import { ResultFigure } from './ResultFigure.tsx';
import { ResultSummary } from './ResultSummary.tsx';
import '#src/surveys/surveys.css';
import './results.css';

/** The released figures of a survey. Each read is in the audit log. */
export default function SurveyResults() {
  const [params] = useSearchParams();
  return params.get('show') === 'feedback' ? (
    <div className="content">
      <FeedbackPage />
    </div>
  ) : (
    <Figures />
  );
}

function Figures() {
  const { surveyId = '' } = useParams();
  const query = useGetSurveyResultsQuery({ surveyId });
  const isEarly = query.error !== undefined && problemOf(query.error).status === 422;
  if (isEarly && query.data === undefined) return <NotReleased surveyId={surveyId} />;
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Results"
        failure="The results did not load"
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
        {(results) => <Page results={results} />}
      </QueryContent>
    </div>
  );
}

const NotReleased = ({ surveyId }: { surveyId: string }) => (
  <div className="content">
    <Breadcrumb to="/survey" label="Surveys" here="Results" />
    <PageHeader title="Results" />
    <EmptyState
      drawing="seed"
      large
      title="Not released yet"
      action={
        <Link className={buttonClass('primary')} to={`/survey/edit/${surveyId}`}>
          View survey
        </Link>
      }
    >
      Results appear here after the survey is closed and its results are released.
    </EmptyState>
  </div>
);

function Page({ results }: { results: Results }) {
  const { shortDay } = useFormats();
  const [exportFile, exporting] = useExportSurveyResultsMutation();
  const { surveyId, surveyName, releasedAt, mode, k, questions, rounds, named, drivers, actions, ends } =
    results;
  const sections = [...new Set(questions.map(({ section }) => section))];
  return (
    <>
      <Breadcrumb to={`/survey/edit/${surveyId}`} label={surveyName} here="Results" />
      <PageHeader
        title="Results"
        lede={`${surveyName}, released on ${shortDay(releasedAt)}.`}
        action={
          <div className="row row-wrap result-actions">
            <Button busy={exporting.isLoading} onClick={() => void exportFile({ surveyId })}>
              <Download className="icon icon-small" aria-hidden="true" />
              Export CSV
            </Button>
            <Button onClick={() => window.print()}>
              <Printer className="icon icon-small" aria-hidden="true" />
              Print
            </Button>
          </div>
        }
      />
      {exporting.error && (
        <ErrorSummary>
          The file was not created. <ProblemText message={problemOf(exporting.error).message} />
        </ErrorSummary>
      )}
      <ResultSummary results={results} />
      {sections.map((section, index) => (
        <section key={section} className="survey-section" aria-labelledby={`section-${index}`}>
          <div className="row row-between row-wrap result-section">
            <h2 className="title-2" id={`section-${index}`}>
              {section || 'Questions'}
            </h2>
            {questions.some((question) => question.section === section && hasMean(question)) && (
              <Legend hasRounds={rounds.length > 0} />
            )}
          </div>
          {questions
            .filter((question) => question.section === section)
            .map((question) => (
              <QuestionFigures
                key={question.key}
                question={question}
                rounds={rounds}
                mode={mode}
                ends={question.type === 'nps' ? NPS_ENDS : (ends[question.key] ?? null)}
              />
            ))}
        </section>
      ))}
      <CompareGroups questions={questions} mode={mode} />
      <Drivers drivers={drivers ?? null} />
      <Actions surveyId={surveyId} actions={actions} />
      {named && <NamedAnswers named={named} questions={questions} />}
      {mode === 'confidential' && (
        <div className="survey-section">
          <Note lock>
            {`A group is shown if it has at least ${k} answers and hidden groups cannot be computed from the rest. Protected groups and groups without answers look the same on purpose. The figures do not change after the release. A figure is also hidden if its difference from an earlier survey would reveal fewer than ${k} people.`}
          </Note>
        </div>
      )}
    </>
  );
}

const hasMean = ({ items }: QuestionResult) =>
  items.some(({ total }) => total.kind === 'figures' && total.mean !== null);

/** Explains the strip next to each mean. The same figures are written next to it. */
const Legend = ({ hasRounds }: { hasRounds: boolean }) => (
  <p className="result-legend small text-2" aria-hidden="true">
    <span>
      <i className="interval-mean" /> Mean
    </span>
    <span>
      <i className="interval-range" /> 95% interval
    </span>
    {hasRounds && (
      <span>
        <i className="interval-before" /> Last round
      </span>
    )}
  </p>
);

interface QuestionFiguresProps {
  question: QuestionResult;
  rounds: Results['rounds'];
  mode: Results['mode'];
  ends: ScaleEnds | null;
}
function QuestionFigures({ question, rounds, mode, ends }: QuestionFiguresProps) {
  const { text, items, comments, options, type } = question;
  if (items.length === 0)
    return (
      <article className="result-question">
        <h3 className="strong">{text}</h3>
        {comments ? (
          <CommentsOf question={text} comments={comments} mode={mode} />
        ) : (
          <p className="text-2">{hiddenText(mode)}</p>
        )}
      </article>
    );
  return (
    <>
      {items.map((item, row) => (
        <ResultFigure
          key={item.text ?? ''}
          title={item.text === null ? text : `${text} ${item.text}`}
          type={type}
          options={options}
          item={item}
          mode={mode}
          ends={ends}
          earlier={rounds.map(({ means, ...round }) => ({
            ...round,
            mean: means[question.key]?.[row] ?? null,
          }))}
        />
      ))}
    </>
  );
}

interface NamedAnswersProps {
  named: NonNullable<Results['named']>;
  questions: readonly QuestionResult[];
}
function NamedAnswers({ named, questions }: NamedAnswersProps) {
  return (
    <section className="survey-section" aria-labelledby="named">
      <h2 className="title-2" id="named">
        Answers by person
      </h2>
      {named.map(({ person, answers }) => (
        <Disclosure key={person.userId} summary={<bdi>{fullName(person)}</bdi>}>
          <dl className="named-answers">
            {questions.map(({ key, text }) => (
              <div key={key}>
                <dt className="text-2">{text}</dt>
                <dd>{answers[key] ?? 'No answer'}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      ))}
    </section>
  );
}
