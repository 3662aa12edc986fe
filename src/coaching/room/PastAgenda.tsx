import { Check, Circle } from 'lucide-react';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { AgendaText } from './AgendaRow.tsx';
import { agendaRows } from './agendaRows.ts';

/** The agenda of a session that is over. Its open items are in the next session. */
export function PastAgenda() {
  const { shared, own } = useAppSelector(selectRoom);
  const rows = agendaRows(shared, own);
  if (rows.length === 0) return <p className="text-2">There was no agenda.</p>;
  return (
    <ol className="agenda">
      {rows.map(({ item, kind }) => (
        <li key={item.id} className="agenda-row" data-done={item.isDone || undefined}>
          {item.isDone ? (
            <Check className="icon" role="img" aria-label="Done" />
          ) : (
            <Circle className="icon text-3" role="img" aria-label="Not done" />
          )}
          <AgendaText item={item} isPrivate={kind === 'own'} />
          <span className="small text-2 figures">{`${item.minutes} min`}</span>
        </li>
      ))}
    </ol>
  );
}
