import type { Survey } from '#contract/surveys/surveys.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { modeText } from '#src/surveys/surveyTexts.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useMoveSurveyMutation } from '#store/surveys/surveysApi.ts';

/** Explains the effect of opening, because it cannot be undone. */
export function OpenSurvey({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const { shortDay, today } = useFormats();
  const [move, { isLoading, error }] = useMoveSurveyMutation();
  const { surveyId, version, people, opensOn, closesOn } = survey;
  const opensLater = opensOn !== null && opensOn > today;
  return (
    <Dialog title="Open this survey?" onClose={onClose}>
      <div className="stack-4">
        <FormErrors title="Not opened" message={error ? problemOf(error).message : null} />
        <p>
          {opensLater
            ? plural(
                people,
                `It opens on ${shortDay(opensOn)}. Then # person will be asked and notified.`,
                `It opens on ${shortDay(opensOn)}. Then # people will be asked and notified.`,
              )
            : plural(
                people,
                '# person will be asked and notified.',
                '# people will be asked and notified.',
              )}{' '}
          {closesOn ? `The last day is ${shortDay(closesOn)}.` : 'It stays open until you close it.'}
        </p>
        <p>{`${modeText(survey)}. Questions, people and protection cannot be changed after opening.`}</p>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={isLoading}
            onClick={() => void move({ surveyId, move: { state: 'open', version } })}
          >
            {opensLater ? 'Schedule survey' : 'Open survey'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
