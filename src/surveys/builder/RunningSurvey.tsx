import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { fullName } from '#contract/people.ts';
import { listQuestions } from '#contract/surveys/questions.ts';
import { nextRoundName } from '#contract/surveys/roundName.ts';
import { REMIND_EVERY_DAYS, responseRate, type Survey } from '#contract/surveys/surveys.ts';
import { AnonymityReportCard } from '#src/surveys/anonymous/AnonymityReportCard.tsx';
import { RatersPanel } from '#src/surveys/feedback/RatersPage.tsx';
import { lengthText, modeText, stateLabels, stateTones } from '#src/surveys/surveyTexts.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetRatersQuery } from '#store/surveys/feedbackApi.ts';
import { useChangeSurveyMutation, useCreateSurveyMutation } from '#store/surveys/surveysApi.ts';
import { archiveWithoutResults, type Move, MoveDialog, nextMove } from './MoveDialog.tsx';

/** An opened survey: its number of answers, and its next state. */
export function RunningSurvey({ survey }: { survey: Survey }) {
  const { shortDay } = useFormats();
  const [asking, setAsking] = useState<Move | null>(null);
  const {
    surveyId,
    surveyName,
    state,
    people,
    answered,
    k,
    closesOn,
    openedAt,
    closedAt,
    opensOn,
    releasesOn,
  } = survey;
  const isFeedback = survey.subject !== null;
  const { data: raters } = useGetRatersQuery({ surveyId }, { skip: !isFeedback });
  const next = nextMove(survey, raters);
  const hasResults =
    !isFeedback && (state === 'released' || (state === 'archived' && survey.releasedAt !== null));
  const archive = archiveWithoutResults(survey);
  const facts: [string, string][] = [
    ['State', stateLabels[state]],
    state === 'scheduled' || (state === 'archived' && openedAt === null) || (isFeedback && answered === null)
      ? ['People', formatNumber(people)]
      : ['Answered', answeredText(people, answered, k)],
    openedAt ? ['Opened', shortDay(openedAt)] : ['First day', opensOn ? shortDay(opensOn) : '–'],
    closedAt ? ['Closed', shortDay(closedAt)] : ['Last day', closesOn ? shortDay(closesOn) : 'None'],
    ...(state === 'open' && !isFeedback
      ? [['Reminders without an answer', remindersText(closesOn !== null)] satisfies [string, string]]
      : []),
    ['Protection', modeText(survey)],
    ...(releasesOn && !survey.releasedAt
      ? [['Results', `On ${shortDay(releasesOn)}`] satisfies [string, string]]
      : []),
    ...(survey.repeatWeeks
      ? [['Repeats', plural(survey.repeatWeeks, 'Every week', 'Every # weeks')] satisfies [string, string]]
      : []),
    ...(survey.subject ? [['Report for', fullName(survey.subject)] satisfies [string, string]] : []),
  ];
  return (
    <>
      <PageHeader
        title={<bdi>{surveyName}</bdi>}
        lede={`${lengthText({ questions: listQuestions(survey.questions).length, minutes: survey.minutes })}. ${state === 'scheduled' ? 'It opens by itself on its first day.' : 'Its questions can no longer be changed.'}`}
        action={
          <div className="row row-wrap">
            {hasResults && (
              <Link className={buttonClass('primary')} to={`/survey/results/${surveyId}`}>
                View results
              </Link>
            )}
            {hasResults && survey.repeatWeeks === null && !survey.hasNextRound && (
              <RepeatButton survey={survey} />
            )}
            {!isFeedback && <DuplicateButton survey={survey} />}
            {survey.repeatWeeks !== null && state !== 'scheduled' && <StopRepeating survey={survey} />}
            {next && (
              <Button
                // After the release, the focus moves to the results, and not to the next button in this place.
                key={hasResults ? 'archive' : 'move'}
                variant={next.state === 'released' ? 'primary' : hasResults ? 'plain' : 'outlined'}
                onClick={() => setAsking(next)}
              >
                {next.verb}
              </Button>
            )}
            {archive && (
              <Button variant="plain" onClick={() => setAsking(archive)}>
                {archive.verb}
              </Button>
            )}
          </div>
        }
      />
      {survey.problem && (
        <ErrorSummary>{`The results were not released on the chosen day. ${survey.problem}`}</ErrorSummary>
      )}
      <dl className="survey-facts card">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-2">{name}</dt>
            <dd>
              {name === 'State' ? (
                <Tag {...(stateTones[state] && { tone: stateTones[state] })}>{value}</Tag>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isFeedback && (
        <div className="survey-raters stack-6">
          <RatersPanel surveyId={surveyId} />
          {survey.releasedAt && (
            <Note lock>The report is released. Only the person and their coaches can read it.</Note>
          )}
        </div>
      )}
      {survey.anonymityReport && <AnonymityReportCard report={survey.anonymityReport} />}
      {survey.questions.sections.map((section) => (
        <section key={section.key} className="survey-section" aria-label={section.title || 'Questions'}>
          {section.title && <h2 className="title-3">{section.title}</h2>}
          <ol className="locked-questions">
            {section.questions.map((question) => (
              <li key={question.key} className="locked-question">
                <p>{question.text}</p>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {asking && <MoveDialog survey={survey} raters={raters} next={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** Creates the next round as a draft, with the same questions, people and protection. */
function RepeatButton({ survey: { surveyId, surveyName } }: { survey: Survey }) {
  const navigate = useNavigate();
  const [create, { isLoading, error }] = useCreateSurveyMutation();
  const repeat = async () => {
    const { data } = await create({ surveyName: nextRoundName(surveyName), repeats: surveyId });
    if (data) void navigate(`/survey/edit/${data.surveyId}`);
  };
  return (
    <>
      <Button busy={isLoading} onClick={() => void repeat()}>
        Repeat survey
      </Button>
      {error && (
        <ErrorSummary>
          The next round was not created. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
    </>
  );
}

/** Creates a separate draft, with the same questions, people and protection. */
function DuplicateButton({ survey: { surveyId, surveyName } }: { survey: Survey }) {
  const navigate = useNavigate();
  const [create, { isLoading, error }] = useCreateSurveyMutation();
  const duplicate = async () => {
    const { data } = await create({ surveyName: copyName(surveyName), copies: surveyId });
    if (data) void navigate(`/survey/edit/${data.surveyId}`);
  };
  return (
    <>
      <Button variant="plain" busy={isLoading} onClick={() => void duplicate()}>
        Duplicate survey
      </Button>
      {error && (
        <ErrorSummary>
          The copy was not created. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
    </>
  );
}

/** Ends the rounds. Those that were created stay. */
function StopRepeating({ survey: { surveyId, version } }: { survey: Survey }) {
  const [change, { isLoading, error }] = useChangeSurveyMutation();
  return (
    <>
      <Button
        variant="plain"
        busy={isLoading}
        onClick={() => void change({ surveyId, change: { version, repeatWeeks: null } })}
      >
        Stop repeating
      </Button>
      {error && (
        <ErrorSummary>
          The survey still repeats. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
    </>
  );
}

const copyName = (name: string) => `${name.slice(0, TITLE_MAX_LENGTH - 7)} (copy)`;

const remindersText = (hasLastDay: boolean) =>
  `After ${formatNumber(REMIND_EVERY_DAYS)} and ${formatNumber(2 * REMIND_EVERY_DAYS)} days${hasLastDay ? ', and on the last day' : ''}`;

function answeredText(people: number, answered: number | null, k: number): string {
  if (answered === null)
    return `Too few to show, of ${plural(people, '# person', '# people')}. The number is shown from ${formatNumber(k)} answers on.`;
  return `${formatNumber(answered)} of ${plural(people, '# person', '# people')}, ${formatPercent(responseRate(answered, people))}`;
}
