import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { InvitedSurvey, RunSurvey, Surveys } from '#contract/surveys/surveys.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { NewSurveyDialog } from '#src/surveys/builder/NewSurveyDialog.tsx';
import { phaseLabels } from '#src/surveys/feedback/feedbackTexts.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { queuedResponseId, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { lengthText, modeText, stateLabels, stateTones } from './surveyTexts.ts';

/** Open surveys for the viewer to answer. */
export function WaitingSurveys({ surveys }: { surveys: readonly InvitedSurvey[] }) {
  if (surveys.length === 0) return null;
  return (
    <section className="survey-section" aria-labelledby="waiting">
      <h2 className="title-3" id="waiting">
        Waiting for your answer
      </h2>
      <ul className="survey-rows">
        {surveys.map((survey) => (
          <InvitedRow key={survey.surveyId} survey={survey} />
        ))}
      </ul>
    </section>
  );
}

export function AnsweredSurveys({ surveys }: { surveys: readonly InvitedSurvey[] }) {
  if (surveys.length === 0) return null;
  return (
    <section className="survey-section" aria-labelledby="answered">
      <h2 className="title-3" id="answered">
        Answered by you
      </h2>
      <ul className="survey-rows">
        {surveys.map((survey) => (
          <InvitedRow key={survey.surveyId} survey={survey} />
        ))}
      </ul>
    </section>
  );
}

function InvitedRow({ survey }: { survey: InvitedSurvey }) {
  const { shortDay } = useFormats();
  const { surveyId, surveyName, closesOn, answeredOn, hasDraft, isSelf, state } = survey;
  const to = `/survey/participate/${surveyId}`;
  const verb = hasDraft ? 'Continue' : 'Answer';
  const isQueued = useAppSelector(selectQueuedCalls)[queuedResponseId(surveyId)] !== undefined;
  return (
    <li className="link-row">
      <div>
        <p>
          <Link className="row-title" to={to}>
            <bdi>{surveyName}</bdi>
          </Link>
        </p>
        <p className="text-2">{`${isSelf ? 'About you. ' : ''}${lengthText(survey)}. ${modeText(survey)}.`}</p>
      </div>
      {isQueued ? (
        <p className="text-2">Will be submitted when Trellis can be reached</p>
      ) : answeredOn === null ? (
        <div className="row row-wrap">
          <span className="text-2 figures">
            {closesOn ? `Last day ${shortDay(closesOn)}` : 'No last day'}
          </span>
          <Link className={buttonClass('outlined')} to={to} aria-label={`${verb}: ${surveyName}`}>
            {verb}
          </Link>
        </div>
      ) : (
        <p className="text-2 figures">
          {`Answered on ${shortDay(answeredOn)}`}
          {state === 'open' && hasDraft && (
            <>
              <br />
              <span className="small">You have changes that are not submitted.</span>
            </>
          )}
        </p>
      )}
    </li>
  );
}

const COLUMNS = [
  { name: 'Survey' },
  { name: 'State' },
  { name: 'Answered', isNumber: true },
  { name: 'Closes', isNumber: true },
  { name: 'Results', isNumber: true },
  { name: 'Action', isHidden: true },
];

/** Surveys that the viewer manages, for administrators and managers. */
export function RunSurveys({ surveys, total }: { surveys: readonly RunSurvey[]; total: number }) {
  const [isCreating, setCreating] = useState(false);
  const archived = surveys.filter(({ state }) => state === 'archived');
  const current = surveys.filter(({ state }) => state !== 'archived');
  return (
    <section className="survey-section" aria-labelledby="run">
      <div className="row row-between">
        <h2 className="title-3" id="run">
          Surveys you run
        </h2>
        <Button onClick={() => setCreating(true)}>
          <Plus className="icon icon-small" aria-hidden="true" />
          New survey
        </Button>
      </div>
      {current.length === 0 ? (
        <p className="text-2 survey-none">
          {archived.length === 0 ? 'You have not created a survey yet.' : 'All of your surveys are archived.'}
        </p>
      ) : (
        <RunTable caption="Surveys you run" surveys={current} />
      )}
      {total > surveys.length && (
        <p className="small text-2">
          {`${formatNumber(surveys.length)} of ${formatNumber(total)} surveys are listed: drafts, scheduled and open ones first, then the newest.`}
        </p>
      )}
      {archived.length > 0 && (
        <Disclosure
          className="archived-surveys"
          summary={plural(archived.length, '# archived survey', '# archived surveys')}
        >
          <RunTable caption="Archived surveys" surveys={archived} />
        </Disclosure>
      )}
      {isCreating && <NewSurveyDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

const RunTable = ({ caption, surveys }: { caption: string; surveys: readonly RunSurvey[] }) => (
  <Table caption={caption} columns={COLUMNS}>
    <TableBody>
      {surveys.map((survey) => (
        <RunRow key={survey.surveyId} survey={survey} />
      ))}
    </TableBody>
  </Table>
);

function RunRow({ survey }: { survey: RunSurvey }) {
  const { shortDay } = useFormats();
  const { surveyId, surveyName, state, people, answered, opensOn, releasedAt, isFeedback } = survey;
  const edit = `/survey/edit/${surveyId}`;
  const action =
    (state === 'released' || (state === 'archived' && releasedAt !== null)) && !isFeedback
      ? { verb: 'View results', to: `/survey/results/${surveyId}` }
      : { verb: state === 'draft' ? 'Edit draft' : 'View survey', to: edit };
  return (
    <TableRow
      className={action.to === edit ? 'link-row' : undefined}
      head={
        <>
          <Link className="row-title" to={edit}>
            <bdi>{surveyName}</bdi>
          </Link>
          <p className="small text-2">{`${modeText(survey)}, ${lengthText(survey)}`}</p>
        </>
      }
    >
      <TableCell label="State">
        <Tag {...(stateTones[state] && { tone: stateTones[state] })}>{stateLabels[state]}</Tag>
        {state === 'scheduled' && opensOn && (
          <p className="small text-2 figures">{`Opens ${shortDay(opensOn)}`}</p>
        )}
      </TableCell>
      <TableCell label="Answered" isNumber className="nowrap">
        {answeredText(state, answered, people)}
      </TableCell>
      <TableCell label="Closes" isNumber className="nowrap">
        {closesText(survey, shortDay)}
      </TableCell>
      <TableCell label="Results" isNumber className="nowrap">
        {resultsText(survey, shortDay)}
      </TableCell>
      <TableCell isAction>
        <Link
          className={buttonClass('outlined', true)}
          to={action.to}
          aria-label={`${action.verb}: ${surveyName}`}
        >
          {action.verb}
        </Link>
      </TableCell>
    </TableRow>
  );
}

/** A survey can be closed before its last day. */
function closesText({ closedAt, closesOn }: RunSurvey, shortDay: (day: string) => string): string {
  if (closedAt) return `Closed ${shortDay(closedAt)}`;
  return closesOn ? shortDay(closesOn) : 'No last day';
}

function resultsText(
  { state, releasedAt, releasesOn, isFeedback }: RunSurvey,
  shortDay: (day: string) => string,
): string {
  if (releasedAt) return shortDay(releasedAt);
  // The page of the feedback says whether its report can be released.
  if (isFeedback) return state === 'archived' ? 'No report' : 'Only the person';
  if (state === 'archived') return 'Not released';
  if (releasesOn) return `On ${shortDay(releasesOn)}`;
  return state === 'closed' ? 'Ready to release' : 'After it closes';
}

function answeredText(state: RunSurvey['state'], answered: number | null, people: number): string {
  if (state === 'draft' || state === 'scheduled') return 'Not open yet';
  if (people === 0) return 'Not opened';
  return answered === null
    ? `Too few to show, of ${formatNumber(people)}`
    : `${formatNumber(answered)} of ${formatNumber(people)}`;
}

/** 360 feedback about the viewer, and released feedback about people whom they coach. */
export function FeedbackAbout({ about }: { about: Surveys['about'] }) {
  const { shortDay } = useFormats();
  if (about.length === 0) return null;
  return (
    <section className="survey-section" aria-labelledby="feedback-about">
      <h2 className="title-3" id="feedback-about">
        360 feedback
      </h2>
      <ul className="survey-rows">
        {about.map(({ surveyId, surveyName, subject, isSubject, phase, releasedAt, state }) => {
          const action = releasedAt
            ? { verb: 'View feedback', to: `/survey/results/${surveyId}?show=feedback` }
            : {
                verb: phase === 'nominating' ? 'Nominate people' : 'View progress',
                to: `/survey/edit/${surveyId}?show=raters`,
              };
          return (
            <li key={surveyId} className="link-row">
              <div>
                <p>
                  <Link className="row-title" to={action.to}>
                    <bdi>{surveyName}</bdi>
                  </Link>
                </p>
                <p className="text-2">{isSubject ? 'About you' : `About ${fullName(subject)}`}</p>
              </div>
              <div className="row row-wrap">
                <span className="text-2 figures">
                  {releasedAt
                    ? `Released on ${shortDay(releasedAt)}`
                    : phase
                      ? phaseLabels[phase]
                      : stateLabels[state]}
                </span>
                <Link
                  className={buttonClass('outlined')}
                  to={action.to}
                  aria-label={`${action.verb}: ${surveyName}`}
                >
                  {action.verb}
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
