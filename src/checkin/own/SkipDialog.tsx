import { useState } from 'react';
import { type CheckIns, skipReasons } from '#contract/learning/checkIns.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import '#src/objectives/objectives.css';
import { skipReasonLabels } from '#src/checkin/checkInTexts.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeCheckInMutation } from '#store/checkIns/checkInsApi.ts';
import { answersOf } from './formAnswers.ts';

interface SkipDialogProps {
  overview: CheckIns;
  onSkipped: () => void;
  onClose: () => void;
}

/** Asks for the reason for skipping the check-in. */
export function SkipDialog({ overview, onSkipped, onClose }: SkipDialogProps) {
  const [skipReason, setSkipReason] = useState<(typeof skipReasons)[number]>('holiday');
  const [change, { isLoading, error }] = useChangeCheckInMutation();
  const skip = async () => {
    if (isLoading) return;
    const { week, version } = overview.current;
    const answers = answersOf(overview.current, overview);
    const { data } = await change({ week, change: { action: 'skip', version, answers, skipReason } });
    if (!data) return;
    onSkipped();
    onClose();
  };
  return (
    <Dialog title="Skip this check-in?" onClose={onClose}>
      <div className="stack-4">
        <FormErrors title="The check-in was not skipped" message={error ? problemOf(error).message : null} />
        <p>
          {overview.manager && `${overview.manager.firstName} sees that you skipped it, but not why. `}
          Your draft is kept.
        </p>
        <fieldset className="stack skip-reasons">
          <legend className="label">Why are you skipping it?</legend>
          {skipReasons.map((reason) => (
            <label key={reason} className="radio">
              <input
                type="radio"
                name="skip-reason"
                checked={skipReason === reason}
                onChange={() => setSkipReason(reason)}
              />
              {skipReasonLabels[reason]}
            </label>
          ))}
        </fieldset>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isLoading} onClick={() => void skip()}>
            Skip check-in
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
