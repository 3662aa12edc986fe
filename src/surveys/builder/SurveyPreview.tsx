import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Answers } from '#contract/surveys/answers.ts';
import { listQuestions, minutesOf } from '#contract/surveys/questions.ts';
import type { Participation, Survey } from '#contract/surveys/surveys.ts';
import { localised, localisedPurpose } from '#contract/surveys/translations.ts';
import { AnswerSteps } from '#src/surveys/participate/AnswerSteps.tsx';
import { BeforeYouStart } from '#src/surveys/participate/BeforeYouStart.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Select } from '#src/ui/controls/Select.tsx';
import type { BuilderForm } from './builderForm.ts';
import { languageName } from './languages.ts';
import { type PreviewWidth, PreviewWidths } from './PreviewWidths.tsx';

const ORIGINAL = '';

interface SurveyPreviewProps {
  survey: Survey;
  /** The draft with its unsaved changes. */
  form: BuilderForm;
}

/** The draft as a respondent sees it, with its conditions, on a phone or on a desktop. Nothing is stored. */
export function SurveyPreview({ survey, form }: SurveyPreviewProps) {
  const draftPath = `/survey/edit/${survey.surveyId}`;
  const languages = Object.keys(form.questions.translations ?? {});
  const [width, setWidth] = useState<PreviewWidth>('phone');
  const [language, setLanguage] = useState(ORIGINAL);
  const [step, setStep] = useState<'start' | 'answers' | 'end'>('start');
  const [answers, setAnswers] = useState<Answers>({});
  const [isPage, setPage] = useState(false);
  const shown = participationOf(survey, form, language);
  const startAgain = () => {
    setAnswers({});
    setStep('start');
  };
  return (
    <div className="survey-preview">
      <section className="card row row-between row-wrap preview-bar" aria-label="Preview of the survey">
        <p>
          <b className="strong">Preview.</b> <span className="text-2">Nothing that you enter is stored.</span>
        </p>
        <div className="row row-wrap">
          {languages.length > 0 && (
            <Select
              aria-label="Language of the preview"
              value={language}
              onChange={({ currentTarget: { value } }) => setLanguage(value)}
            >
              <option value={ORIGINAL}>Original texts</option>
              {languages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </Select>
          )}
          <PreviewWidths width={width} onWidth={setWidth} />
          <Link className={buttonClass('outlined')} to={draftPath}>
            Back to the draft
          </Link>
        </div>
      </section>
      <div className={width}>
        {step === 'start' && (
          <BeforeYouStart survey={shown} exit={draftPath} onStart={() => setStep('answers')} />
        )}
        {step === 'answers' && (
          <AnswerSteps
            survey={shown}
            answers={answers}
            firstQuestion={null}
            status="This is a preview, so your answers are not saved."
            isSending={false}
            error={null}
            isPage={isPage}
            onPage={setPage}
            onAnswer={(question, answer) => {
              const { [question]: _before, ...rest } = answers;
              setAnswers(answer === undefined ? rest : { ...rest, [question]: answer });
            }}
            onMove={() => undefined}
            onSubmit={() => setStep('end')}
          />
        )}
        {step === 'end' && (
          <>
            <p className="overline">{shown.surveyName}</p>
            <h1 className="title-1">End of the preview</h1>
            <div className="card survey-done">
              <p>Here people submit their answers. Nothing was stored.</p>
              <div>
                <Button onClick={startAgain}>Start again</Button>
              </div>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** The data that a respondent would get if the draft were open. */
function participationOf(survey: Survey, form: BuilderForm, language: string): Participation {
  const { surveyId, state, owner, people, subject } = survey;
  const { surveyName, mode, k, closesOn, opensOn, releasesOn } = form;
  const questions = localised(form.questions, language);
  return {
    surveyId,
    surveyName,
    purpose: localisedPurpose(form.questions, form.purpose, language),
    mode,
    k,
    state,
    owner,
    people,
    closesOn,
    opensOn,
    releasesOn,
    questions,
    minutes: minutesOf(listQuestions(questions)),
    segment: mode === 'anonymous' ? null : 'The department of the person',
    subject,
    raterGroup: subject ? 'peer' : null,
    answers: {},
    at: null,
    answeredOn: null,
    closedAt: null,
    releasedAt: null,
    anonymityReport: null,
    ticketKey: null,
    hasTicket: false,
    actions: [],
  };
}
