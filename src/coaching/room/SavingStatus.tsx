import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';

const TEXTS = { saved: 'Saved', saving: 'Saving', waiting: 'Saved on this device' };

/** Empty until there is something to report: a change of this person, or earlier changes that are not sent yet. */
export function SavingStatus() {
  const { saving, hasWritten } = useAppSelector(selectRoom);
  if (!hasWritten && saving !== 'waiting') return null;
  return <span className="small text-2">{TEXTS[saving]}</span>;
}
