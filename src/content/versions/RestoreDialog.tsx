import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TopicComparison } from '#contract/learning/topicVersions.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { topicPath } from '#src/content/contentAddress.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useRestoreVersionMutation } from '#store/content/contentApi.ts';

interface RestoreDialogProps {
  comparison: Pick<TopicComparison, 'topicId' | 'version' | 'hasDraft'>;
  /** The version to restore. */
  n: number;
  onClose: () => void;
}

/** Makes an earlier version the draft, and opens the editor. */
export function RestoreDialog({ comparison, n, onClose }: RestoreDialogProps) {
  const navigate = useNavigate();
  const say = useResultToast();
  const [restore, { isLoading }] = useRestoreVersionMutation();
  const [message, setMessage] = useState<string | null>(null);
  const { topicId, version, hasDraft } = comparison;
  const confirm = async () => {
    const { data, error } = await restore({ topicId, version, n });
    if (data) {
      say(`Version ${n} is restored as a draft.`);
      void navigate(topicPath(topicId));
    } else setMessage(problemOf(error).message);
  };
  return (
    <Dialog title={`Restore version ${n}`} onClose={onClose}>
      <div className="stack-4">
        <p>
          {hasDraft
            ? `Version ${n} replaces the draft. The changes in the draft are lost.`
            : `Version ${n} becomes a draft, which you can change and publish as a new version.`}
        </p>
        <p className="text-2">Learners do not see it until you publish.</p>
        <FormErrors title="The version was not restored" message={message} />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isLoading} onClick={() => void confirm()}>
            {hasDraft ? 'Replace draft' : 'Restore as draft'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
