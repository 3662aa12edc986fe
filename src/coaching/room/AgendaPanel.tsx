import { ArrowDown, ArrowUp, Lock, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { AGENDA_TEXT_MAX, type AgendaItem } from '#store/coaching/room/notesContent.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { FollowUpStarters } from './FollowUpStarters.tsx';
import { newItemId, useRoomEdit } from './useRoomEdit.ts';

const MINUTES = [5, 10, 15, 20, 30];
const STARTERS = [
  'What has changed since last time?',
  'What do you want to work on today?',
  'Next step and its date',
];

interface Row {
  item: AgendaItem;
  kind: DocumentKind;
}

/** The agenda of the session: shared items, and private ones that only the viewer sees. */
export function AgendaPanel({ minutes, partnerId }: { minutes: number; partnerId: number }) {
  const { shared, own } = useAppSelector(selectRoom);
  const edit = useRoomEdit();
  const [moved, setMoved] = useState('');
  const rows: Row[] = [
    ...(shared?.agenda ?? []).map((item) => ({ item, kind: 'shared' as const })),
    ...(own?.agenda ?? []).map((item) => ({ item, kind: 'own' as const })),
  ].sort((a, b) => a.item.order - b.item.order);
  const planned = rows.reduce((sum, { item }) => sum + item.minutes, 0);
  const current = rows.find(({ item }) => !item.isDone)?.item.id;
  const lastOrder = rows.at(-1)?.item.order ?? 0;
  const add = (text: string, itemMinutes: number, kind: DocumentKind) =>
    edit(kind, {
      kind: 'agenda',
      item: {
        id: newItemId(),
        text,
        minutes: itemMinutes,
        order: lastOrder + 1,
        isDone: false,
      },
    });
  const move = (index: number, by: -1 | 1) => {
    const row = rows[index];
    const [near, far] = [rows[index + by], rows[index + 2 * by]];
    if (!row || !near) return;
    const order = far ? (near.item.order + far.item.order) / 2 : near.item.order + by;
    edit(row.kind, { kind: 'agenda', item: { ...row.item, order } });
    setMoved(`Moved to ${index + by + 1} of ${rows.length}`);
  };
  return (
    <>
      {rows.length > 0 && (
        <>
          <p className="agenda-sum small text-2" data-over={planned > minutes || undefined}>
            {`${planned} of ${minutes} min planned`}
          </p>
          <ul className="minutes" aria-hidden="true">
            {rows.map(({ item }) => (
              <li
                key={item.id}
                data-done={item.isDone || undefined}
                data-now={item.id === current || undefined}
                style={{ flexGrow: item.minutes }}
              />
            ))}
          </ul>
        </>
      )}
      <ol className="agenda">
        {rows.map(({ item, kind }, index) => (
          <li
            key={item.id}
            className="agenda-row"
            data-done={item.isDone || undefined}
            data-now={item.id === current || undefined}
          >
            <input
              type="checkbox"
              className="tick"
              checked={item.isDone}
              aria-label={`Done: ${item.text}`}
              onChange={(event) =>
                edit(kind, { kind: 'agenda', item: { ...item, isDone: event.target.checked } })
              }
            />
            <p className="agenda-text">
              {kind === 'own' && (
                <>
                  <Lock className="icon icon-small" aria-hidden="true" />
                  <span className="visually-hidden">Only you: </span>
                </>
              )}
              {item.text}
            </p>
            <span className="small text-2 figures">{`${item.minutes} min`}</span>
            <span className="agenda-moves">
              <IconButton
                label={`Move up: ${item.text}`}
                small
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp className="icon icon-small" />
              </IconButton>
              <IconButton
                label={`Move down: ${item.text}`}
                small
                disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown className="icon icon-small" />
              </IconButton>
              <IconButton
                label={`Remove: ${item.text}`}
                small
                onClick={() => edit(kind, { kind: 'agendaRemoved', id: item.id })}
              >
                <X className="icon icon-small" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {rows.length === 0 && (
        <div className="stack-3">
          <p className="text-2">No agenda items yet. Start with one of these:</p>
          <div className="starters">
            {STARTERS.map((text) => (
              <Button key={text} small onClick={() => add(text, 10, 'shared')}>
                <Plus className="icon icon-small" aria-hidden="true" />
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
      <FollowUpStarters partnerId={partnerId} onAdd={(text) => add(text, 10, 'shared')} />
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <AddItem onAdd={add} />
    </>
  );
}

function AddItem({ onAdd }: { onAdd: (text: string, minutes: number, kind: DocumentKind) => void }) {
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [isPrivate, setPrivate] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd(text.trim(), minutes, isPrivate ? 'own' : 'shared');
    setText('');
  };
  return (
    <form className="add-item" onSubmit={submit}>
      <input
        className="input"
        aria-label="New agenda item"
        placeholder="New agenda item"
        maxLength={AGENDA_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <select
        className="input"
        aria-label="Minutes"
        value={minutes}
        onChange={(event) => setMinutes(Number(event.target.value))}
      >
        {MINUTES.map((value) => (
          <option key={value} value={value}>{`${value} min`}</option>
        ))}
      </select>
      <label className="check small">
        <input type="checkbox" checked={isPrivate} onChange={(event) => setPrivate(event.target.checked)} />
        Only me
      </label>
      <Button type="submit" small>
        Add agenda item
      </Button>
    </form>
  );
}
