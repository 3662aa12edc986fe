import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { AGENDA_TEXT_MAX } from '#store/coaching/room/notesContent.ts';
import { newActionChanged, selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { newItemId, useRoomEdit } from './useRoomEdit.ts';

/** The agreed actions: who does what by when. Both people can edit them. */
export function ActionsPanel({ session: { other } }: { session: CoachingSession }) {
  const { shared } = useAppSelector(selectRoom);
  const me = useAppSelector(selectUser);
  const edit = useRoomEdit();
  const [status, setStatus] = useState('');
  const { shortDay } = useFormats();
  if (!me) return null;
  const people = [
    { userId: me.userId, name: me.firstName },
    { userId: other.userId, name: other.firstName },
  ];
  const actions = shared?.actions ?? [];
  return (
    <>
      {actions.length === 0 && <p className="text-2">What will each of you do until next time?</p>}
      <ul className="agenda">
        {actions.map((action) => (
          <li key={action.id} className="agenda-row" data-done={action.isDone || undefined}>
            <input
              type="checkbox"
              className="tick"
              checked={action.isDone}
              aria-label={`Done: ${action.text}`}
              onChange={(event) =>
                edit('shared', { kind: 'action', action: { ...action, isDone: event.target.checked } })
              }
            />
            <div>
              <p className="agenda-text">{action.text}</p>
              <p className="small text-2">
                {people.find(({ userId }) => userId === action.ownerId)?.name ?? 'Former member'}
                {action.due !== '' && ` · Due ${shortDay(action.due)}`}
              </p>
            </div>
            <span className="agenda-moves">
              <IconButton
                label={`Remove: ${action.text}`}
                small
                onClick={() => {
                  edit('shared', { kind: 'actionRemoved', id: action.id });
                  setStatus(`“${action.text}” is removed from the actions.`);
                }}
              >
                <Trash2 className="icon icon-small" />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <AddAction
        people={people}
        onAdd={(action) => {
          edit('shared', { kind: 'action', action: { id: newItemId(), isDone: false, ...action } });
          setStatus(`“${action.text}” is added to the actions.`);
        }}
      />
      {/* Sighted users see the new row. A toast would cover the controls of the call. */}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </>
  );
}

interface AddActionProps {
  people: { userId: number; name: string }[];
  onAdd: (action: { text: string; ownerId: number; due: string }) => void;
}

function AddAction({ people, onAdd }: AddActionProps) {
  const dispatch = useAppDispatch();
  const { text, due, ...entry } = useAppSelector(selectRoom).newAction;
  const ownerId = entry.ownerId ?? people[0]?.userId ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd({ text: text.trim(), ownerId, due });
    dispatch(newActionChanged({ text: '', due: '' }));
  };
  return (
    <form className="add-item" onSubmit={submit}>
      <input
        className="input"
        aria-label="New action"
        placeholder="New action"
        maxLength={AGENDA_TEXT_MAX}
        value={text}
        onChange={(event) => dispatch(newActionChanged({ text: event.target.value }))}
      />
      <select
        className="input"
        aria-label="Who"
        value={ownerId}
        onChange={(event) => dispatch(newActionChanged({ ownerId: Number(event.target.value) }))}
      >
        {people.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </select>
      <input
        className="input"
        type="date"
        aria-label="Due"
        value={due}
        onChange={(event) => dispatch(newActionChanged({ due: event.target.value }))}
      />
      <Button type="submit" small missing={text.trim() === '' ? 'Write the action first.' : null}>
        Add action
      </Button>
    </form>
  );
}
