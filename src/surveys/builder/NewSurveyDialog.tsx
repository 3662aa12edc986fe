import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { TITLE_MAX_LENGTH } from '#contract/limits.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeSurveyMutation, useCreateSurveyMutation } from '#store/surveys/surveysApi.ts';
import { templates } from './templates.ts';

const BLANK = 'blank';
const FEEDBACK = 'feedback';

/** A name and a start: a template or an empty draft. */
export function NewSurveyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [create, creating] = useCreateSurveyMutation();
  const [change, changing] = useChangeSurveyMutation();
  const [surveyName, setName] = useState('');
  const [start, setStart] = useState<string>(BLANK);
  const [subjectId, setSubjectId] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  /** The draft, while the questions of its template are missing. */
  const [created, setCreated] = useState<Survey | null>(null);
  const error = creating.error ?? changing.error;
  const problem = error ? problemOf(error) : null;
  /** Not during a call, whose result would be lost. */
  const forgetRefusal = () => {
    if (creating.error) creating.reset();
    if (changing.error) changing.reset();
  };
  const isBusy = creating.isLoading || changing.isLoading;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (surveyName.trim() === '' || (start === FEEDBACK && subjectId === null)) {
      setMissing(true);
      return;
    }
    const survey =
      created ??
      (
        await create({
          surveyName,
          ...(start === FEEDBACK && subjectId !== null && { subjectId }),
        })
      ).data;
    if (!survey) return;
    const template = templates.find(({ key }) => key === start);
    const { surveyId, version } = survey;
    if (template) {
      const { error: failure } = await change({
        surveyId,
        change: { version, questions: template.questions },
      });
      if (failure) return setCreated(survey);
    }
    void navigate(`/survey/edit/${surveyId}`);
  };
  return (
    <Dialog title="New survey" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={(event) => void submit(event)}>
        <FormErrors
          title={created ? 'The questions were not added' : 'Not created'}
          message={problem && (created || Object.keys(problem.fields).length === 0) ? problem.message : null}
        />
        {created ? (
          <p>{`“${created.surveyName}” was created as a draft without the questions of the template.`}</p>
        ) : (
          <>
            <TextField
              label="Name"
              value={surveyName}
              onChange={(next) => {
                setName(next);
                forgetRefusal();
              }}
              maxLength={TITLE_MAX_LENGTH}
              help="The people who are asked see this name."
              error={
                isMissing && surveyName.trim() === ''
                  ? 'Name the survey.'
                  : fieldSentence('Name', problem?.fields.surveyName)
              }
              required
            />
            <SelectField
              label="Start with"
              value={start}
              onChange={setStart}
              options={[
                { value: BLANK, label: 'An empty survey' },
                ...templates.map(({ key, name }) => ({ value: key, label: name })),
                { value: FEEDBACK, label: '360 feedback about one person' },
              ]}
            />
            {start === FEEDBACK && (
              <PersonField
                label="Person"
                help="They nominate people, and only they and their coaches read the report."
                value={subjectId}
                error={
                  isMissing && subjectId === null
                    ? 'Choose a person.'
                    : fieldSentence('Person', problem?.fields.subjectId)
                }
                onChange={(next) => {
                  setSubjectId(next);
                  forgetRefusal();
                }}
              />
            )}
          </>
        )}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            {created ? 'Close' : 'Cancel'}
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {created ? 'Add questions' : 'Create draft'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
