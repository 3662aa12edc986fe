import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { SessionAction } from '#store/coaching/room/notesContent.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { useRoomEdit } from './useRoomEdit.ts';

/** Actions that were agreed last time and moved to this session because they were open. */
export function useCarriedActions(): SessionAction[] {
  const { shared } = useAppSelector(selectRoom);
  return (shared?.actions ?? []).filter(({ id }) => shared?.carried.includes(id));
}

/** In the room, before the agenda. */
export function CarriedActions({ session }: { session: CoachingSession }) {
  const carried = useCarriedActions();
  if (carried.length === 0) return null;
  return (
    <>
      <h3 className="small strong" id="carried-actions">
        Agreed last time
      </h3>
      <CarriedList session={session} actions={carried} labelledBy="carried-actions" />
    </>
  );
}

interface CarriedListProps {
  session: CoachingSession;
  actions: readonly SessionAction[];
  labelledBy: string;
}

/** Both people can tick the actions. */
export function CarriedList({ session: { other }, actions, labelledBy }: CarriedListProps) {
  const edit = useRoomEdit();
  const { shortDay } = useFormats();
  return (
    <ul className="agenda" aria-labelledby={labelledBy}>
      {actions.map((action) => (
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
  );
}
