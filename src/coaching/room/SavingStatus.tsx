import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';

const TEXTS = { saved: 'Saved', saving: 'Saving', waiting: 'Saved on this device' };

export function SavingStatus() {
  const { saving } = useAppSelector(selectRoom);
  return <span className="small text-2">{TEXTS[saving]}</span>;
}
