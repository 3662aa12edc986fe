import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { useRoomEdit } from './useRoomEdit.ts';

/** Actions that were agreed last time and are still open. They come before the agenda. */
export function CarriedActions({ session: { other } }: { session: CoachingSession }) {
  const { shared } = useAppSelector(selectRoom);
  const edit = useRoomEdit();
  const { shortDay } = useFormats();
  const carried = (shared?.actions ?? []).filter(({ id }) => shared?.carried.includes(id));
  if (carried.length === 0) return null;
  return (
    <>
      <h3 className="small strong" id="carried-actions">
        Agreed last time
      </h3>
      <ul className="agenda" aria-labelledby="carried-actions">
        {carried.map((action) => (
          <li key={action.id} className="agenda-row" data-done={action.isDone || undefined}>
            <input
              type="checkbox"
              className="tick"
              checked={action.isDone}
              aria-label={`Kept: ${action.text}`}
              onChange={(event) =>
                edit('shared', { kind: 'action', action: { ...action, isDone: event.target.checked } })
              }
            />
            <div>
              <p className="agenda-text">{action.text}</p>
              <p className="small text-2">
                {action.ownerId === other.userId ? other.firstName : 'You'}
                {action.due !== '' && ` · Due ${shortDay(action.due)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
