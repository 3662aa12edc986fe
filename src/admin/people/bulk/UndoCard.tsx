import { CircleCheck, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkChange, BulkException } from '#contract/administration/bulk.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useListUndoableQuery, useUndoBulkMutation } from '#store/admin/peopleAdminApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { bulkTexts, peopleText } from './bulkTexts.ts';
import { Exceptions } from './Exceptions.tsx';
import { focusActiveRow } from './focusActiveRow.ts';
import './bulk.css';

interface UndoCardProps {
  /** Shows only actions that changed this person. */
  userId?: number;
  /** The action of the link in a notification. */
  wantedId?: string | null;
  /** The action that was just carried out. It is also shown if it cannot be undone. */
  done?: BulkChange | null;
}

/** The action that can be undone, and the result of an undo. Screen readers announce both. */
export const UndoCard = (props: UndoCardProps) => (
  <div className="undo-slot" role="status">
    <Card {...props} />
  </div>
);

function Card({ userId, wantedId = null, done = null }: UndoCardProps) {
  const { time } = useFormats();
  const { data } = useListUndoableQuery(userId === undefined ? {} : { userId: String(userId) });
  const [undo, { isLoading, data: undone, error, reset }] = useUndoBulkMutation();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (undone) return <Restored restored={undone.restored} kept={undone.kept} onClose={reset} />;
  const all = data?.data ?? [];
  const isWanted = !done && wantedId !== null && wantedId !== dismissed;
  const shown = done ?? (isWanted ? all.find(({ id }) => id === wantedId) : all[0]);
  if (data && isWanted && !shown) return <Over onClose={() => setDismissed(wantedId)} />;
  if (!shown || shown.id === dismissed) return null;
  const { id, action, count, names, target, undoUntil } = shown;
  const run = async () => {
    const result = await undo({ bulkId: id });
    if (!result.error) setDismissed(id);
  };
  return (
    <div className="undo-card">
      <CircleCheck className="icon" aria-hidden="true" />
      <div className="grow">
        <p>
          {bulkTexts[action].done(peopleText(names, count), count, target)}{' '}
          {undoUntil && <span className="text-2">{`Undo until ${time(undoUntil)}.`}</span>}
        </p>
        {error && <p className="field-error">{problemOf(error).message}</p>}
      </div>
      {undoUntil && (
        <Button small busy={isLoading} onClick={() => void run()}>
          <Undo2 className="icon icon-small" aria-hidden="true" />
          {userId === undefined || count === 1
            ? 'Undo'
            : plural(count, 'Undo for # person', 'Undo for # people')}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        small
        onClick={() => {
          focusActiveRow();
          setDismissed(id);
        }}
      >
        <X className="icon" />
      </IconButton>
    </div>
  );
}

const Over = ({ onClose }: { onClose: () => void }) => (
  <div className="undo-card">
    <Undo2 className="icon" aria-hidden="true" />
    <p className="grow">This action was undone, or its time to undo is over.</p>
    <IconButton label="Dismiss" small onClick={onClose}>
      <X className="icon" />
    </IconButton>
  </div>
);

interface RestoredProps {
  restored: number;
  kept: readonly BulkException[];
  onClose: () => void;
}
const Restored = ({ restored, kept, onClose }: RestoredProps) => (
  <div className="undo-card">
    <Undo2 className="icon" aria-hidden="true" />
    <div className="grow stack">
      <p>{plural(restored, 'Undone. # person was restored.', 'Undone. # people were restored.')}</p>
      <Exceptions
        title={plural(kept.length, 'Please check # entry:', 'Check # entries:')}
        exceptions={kept}
      />
    </div>
    <IconButton label="Dismiss" small onClick={onClose}>
      <X className="icon" />
    </IconButton>
  </div>
);
