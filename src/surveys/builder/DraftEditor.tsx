import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { FEEDBACK_GROUP_MIN } from '#contract/surveys/feedback.ts';
import { listQuestions, minutesOf, PURPOSE_MAX_LENGTH, QUESTIONS_MAX } from '#contract/surveys/questions.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { CHOOSE_VERSION } from '#src/forms/ConflictBar.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldId, focusField } from '#src/forms/fieldIds.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { useReturnToField } from '#src/forms/useReturnToField.ts';
import { useVersionedDraft } from '#src/forms/useVersionedDraft.ts';
import { phaseLabels } from '#src/surveys/feedback/feedbackTexts.ts';
import { isNominated } from '#src/surveys/feedback/RatersEditor.tsx';
import { RatersPanel } from '#src/surveys/feedback/RatersPage.tsx';
import { lengthText } from '#src/surveys/surveyTexts.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { Tabs } from '#src/ui/controls/Tabs.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetRatersQuery } from '#store/surveys/feedbackApi.ts';
import { conflictingSurveyOf, useChangeSurveyMutation } from '#store/surveys/surveysApi.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { addressOf, type ErrorOf, fieldError, summaryError } from './builderErrors.ts';
import { type BuilderForm, formOf, readForm } from './builderForm.ts';
import { LastDayField } from './DateFields.tsx';
import { LanguagesTab } from './LanguagesTab.tsx';
import { ARCHIVE_DRAFT, MoveDialog } from './MoveDialog.tsx';
import { lacksRaters, OpeningChecks } from './OpeningChecks.tsx';
import { OpenSurvey } from './OpenSurvey.tsx';
import { QuestionsTab } from './QuestionsTab.tsx';
import { SurveyPreview } from './SurveyPreview.tsx';

const PANEL = 'survey-panel';
const parts = ['questions', 'people', 'languages'] as const;

/** A draft with its questions, audience and protection. */
export function DraftEditor({ survey }: { survey: Survey }) {
  const { surveyId } = survey;
  const [params, setParams] = useSearchParams();
  const [isOpening, setOpening] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const draft = useVersionedDraft<BuilderForm, Survey>(`survey-draft:${surveyId}`, {
    loaded: survey,
    docOf: formOf,
    read: readForm,
  });
  const { value: form, isChanged, conflict: theirs } = draft;
  useReturnToField(isChanged);
  const [change, { isLoading, error, reset }] = useChangeSurveyMutation();
  const [fields, setFields] = useState<Record<string, string>>({});
  const errorOf: ErrorOf = (path) => {
    const [found] = Object.entries(fields).filter(([one]) => `${one}.`.startsWith(`${path}.`));
    return found ? fieldError(...found) : null;
  };
  /** The field that gets the focus as soon as its part of the builder is shown. */
  const [target, setTarget] = useState<{ path: string } | null>(null);
  const goTo = (path: string) => {
    setParams(addressOf(path, form), { replace: true });
    setTarget({ path });
  };
  const questions = listQuestions(form.questions);
  const { data: feedback } = useGetRatersQuery({ surveyId }, { skip: !survey.subject });
  /** Saved peers and direct reports; null for other surveys, and until they have loaded. */
  const raters = feedback ? feedback.raters.filter(isNominated).length : null;
  const hint = openingHint({ isChanged, questions: questions.length, raters });
  const save = async (basedOn = draft.version) => {
    const { data, error: failure } = await change({ surveyId, change: { ...form, version: basedOn } });
    const problems = failure ? problemOf(failure).fields : {};
    setFields(problems);
    if (data) return draft.settle(data);
    const newer = conflictingSurveyOf(failure);
    if (newer) draft.meet(newer);
    const [first] = Object.keys(problems);
    if (first === undefined) document.getElementById(PANEL)?.focus();
    else goTo(first);
  };
  const discard = () => {
    draft.discard();
    setFields({});
    reset();
  };
  const set = (next: BuilderForm) => {
    draft.set(next);
    const left = Object.entries(fields).filter(([path]) => {
      const name = path.split('.')[0] as keyof BuilderForm;
      return next[name] === form[name];
    });
    if (left.length === Object.keys(fields).length) return;
    setFields(Object.fromEntries(left));
    if (left.length === 0 && !theirs) reset();
  };
  useEffect(() => {
    if (target === null) return;
    if (!focusField(target.path)) document.getElementById(PANEL)?.focus();
    // The new address scrolls the page to its start first.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'center' }));
  }, [target]);
  const guard = (
    <LeaveGuard keepsPath isDirty={isChanged} message="Your changes to the survey are not saved yet." />
  );
  if (params.get('show') === 'preview')
    return (
      <>
        <SurveyPreview survey={survey} form={form} />
        {guard}
      </>
    );
  const shown = parts.find((part) => part === params.get('show')) ?? 'questions';
  return (
    <>
      <PageHeader
        title={<bdi>{survey.surveyName}</bdi>}
        lede={`${survey.phase ? `360 feedback, ${phaseLabels[survey.phase].toLowerCase()}` : 'Draft'}. ${lengthText({ questions: questions.length, minutes: minutesOf(questions) })}.`}
        action={
          <>
            {questions.length > 0 && (
              <Link className={buttonClass('outlined')} to={`/survey/edit/${surveyId}?show=preview`}>
                Preview
              </Link>
            )}
            <Button
              variant="plain"
              missing={isChanged ? 'Save or discard your changes first.' : null}
              onClick={() => setArchiving(true)}
            >
              Archive draft
            </Button>
            <Button
              variant={lacksRaters(raters) || questions.length === 0 ? 'outlined' : 'primary'}
              missing={isChanged || questions.length === 0 || lacksRaters(raters) ? hint : null}
              aria-describedby="before-opening"
              onClick={() => setOpening(true)}
            >
              Open survey
            </Button>
          </>
        }
      />
      {survey.problem && (
        <ErrorSummary>{`The survey was not opened on its first day. ${survey.problem}`}</ErrorSummary>
      )}
      <p className="small text-2 builder-hint" id="before-opening">
        {hint}
      </p>
      <Tabs
        label="Parts of the survey"
        panel={PANEL}
        selected={`tab-${shown}`}
        tabs={[
          { id: 'tab-questions', label: 'Questions', to: `/survey/edit/${surveyId}` },
          {
            id: 'tab-people',
            label: survey.subject ? 'People' : 'People and protection',
            to: `/survey/edit/${surveyId}?show=people`,
          },
          { id: 'tab-languages', label: 'Languages', to: `/survey/edit/${surveyId}?show=languages` },
        ]}
      />
      <div
        id={PANEL}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={`tab-${shown}`}
        className="builder-panel"
      >
        {(error || theirs) && (
          <FormErrors
            title={theirs ? 'Changed by someone else' : 'Not saved yet'}
            message={error && !conflictingSurveyOf(error) ? problemOf(error).message : CHOOSE_VERSION}
            fieldErrors={Object.entries(fields).map(([path, text]) => ({
              id: fieldId(path),
              text: summaryError(path, text, form),
              show: () => goTo(path),
            }))}
          />
        )}
        {theirs && (
          <div className="row row-wrap builder-conflict">
            <Button onClick={discard}>Use the other version</Button>
            <Button variant="plain" onClick={() => void save(theirs.version)}>
              Replace it with yours
            </Button>
          </div>
        )}
        {shown === 'languages' && (
          <LanguagesTab
            questions={form.questions}
            purpose={form.purpose.trim()}
            onChange={(next) => set({ ...form, questions: next })}
          />
        )}
        {shown === 'people' && (
          <div className="stack-6 builder-people">
            {survey.subject && <RatersPanel surveyId={surveyId} />}
            <TextField
              label="Name"
              id={fieldId('surveyName')}
              error={errorOf('surveyName')}
              value={form.surveyName}
              maxLength={TITLE_MAX_LENGTH}
              onChange={(surveyName) => set({ ...form, surveyName })}
            />
            <Field
              label="Purpose"
              id={fieldId('purpose')}
              error={errorOf('purpose')}
              help="Shown before the first question. Say what will happen with the results."
            >
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  maxLength={PURPOSE_MAX_LENGTH}
                  value={form.purpose}
                  onChange={({ currentTarget: { value } }) => set({ ...form, purpose: value })}
                />
              )}
            </Field>
            {survey.subject ? (
              <LastDayField
                closesOn={form.closesOn}
                errorOf={errorOf}
                onChange={(closesOn) => set({ ...form, closesOn })}
              />
            ) : (
              <AudienceFields
                form={form}
                survey={survey}
                isSaved={!isChanged}
                errorOf={errorOf}
                onChange={set}
              />
            )}
          </div>
        )}
        {shown === 'questions' && (
          <QuestionsTab
            questions={form.questions}
            checks={<OpeningChecks form={form} people={survey.people} raters={raters} />}
            isFull={questions.length >= QUESTIONS_MAX}
            errorOf={errorOf}
            onChange={(next) => set({ ...form, questions: next })}
          />
        )}
      </div>
      {isChanged && (
        <section className="unsaved" aria-label="Unsaved changes">
          <p>Your changes are not saved yet.</p>
          <Button variant="plain" onClick={discard}>
            Discard changes
          </Button>
          <Button
            variant="primary"
            busy={isLoading}
            missing={theirs ? CHOOSE_VERSION : null}
            onClick={() => void save()}
          >
            Save draft
          </Button>
        </section>
      )}
      {guard}
      {isOpening && <OpenSurvey survey={survey} onClose={() => setOpening(false)} />}
      {isArchiving && (
        <MoveDialog
          survey={survey}
          raters={undefined}
          next={ARCHIVE_DRAFT}
          onClose={() => setArchiving(false)}
        />
      )}
    </>
  );
}

interface OpeningHint {
  isChanged: boolean;
  questions: number;
  raters: number | null;
}
function openingHint({ isChanged, questions, raters }: OpeningHint): string {
  if (questions === 0) return 'Add a question before you open the survey.';
  if (isChanged) return 'Save the draft before you open the survey.';
  if (lacksRaters(raters))
    return `Choose at least ${FEEDBACK_GROUP_MIN} peers or direct reports and save the list before you open the survey.`;
  return 'Questions and protection cannot be changed after opening.';
}
