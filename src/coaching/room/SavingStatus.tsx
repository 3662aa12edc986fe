import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';

const TEXTS = { saved: 'Saved', saving: 'Saving', waiting: 'Saved on this device' };

/**
 * Whether notes are saved. Empty until there is something to report: a change of this person in them, or earlier changes
 * that are not sent yet.
 */
export function SavingStatus({ kind }: { kind: DocumentKind }) {
  const { saving, hasWritten } = useAppSelector(selectRoom);
  if (!hasWritten[kind] && saving[kind] !== 'waiting') return null;
  return <span className="small text-2">{TEXTS[saving[kind]]}</span>;
}

/** Who can read private notes, and whether they are saved. */
export function OnlyYou() {
  // Private agenda items are in the same document.
  const { own, saving } = useAppSelector(selectRoom);
  const isShown = Boolean(own?.text) || saving.own === 'waiting';
  return (
    <span className="row small text-2">
      {isShown && <SavingStatus kind="own" />}
      Only you
    </span>
  );
}
