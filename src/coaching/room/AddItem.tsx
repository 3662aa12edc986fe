import { type FormEvent, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { AGENDA_TEXT_MAX, type AgendaSubject } from '#store/coaching/room/notesContent.ts';
import { newAgendaItemChanged, selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { NewItem } from './useAddItems.ts';

const MINUTES = [5, 10, 15, 20, 30];

interface AddItemProps {
  subjects: readonly AgendaSubject[];
  onAdd: (item: NewItem) => void;
}

/** A new agenda item, with its minutes, its subject, and who can see it. */
export function AddItem({ subjects, onAdd }: AddItemProps) {
  const dispatch = useAppDispatch();
  const { text, minutes, aboutId, isPrivate } = useAppSelector(selectRoom).newAgendaItem;
  // It stays open after it was used: folding it when it loses the focus would move the rows under the pointer.
  const [isOpen, setOpen] = useState(text !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const about = subjects.find(({ id }) => id === aboutId) ?? null;
    onAdd({ text: text.trim(), minutes, kind: isPrivate ? 'own' : 'shared', about });
    dispatch(newAgendaItemChanged({ text: '', aboutId: '' }));
  };
  return (
    // Without much height only its field is shown until then (room.css).
    <form className="add-item add-agenda" data-folded={!isOpen || undefined} onSubmit={submit}>
      <input
        className="input"
        aria-label="New agenda item"
        placeholder="New agenda item"
        maxLength={AGENDA_TEXT_MAX}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => dispatch(newAgendaItemChanged({ text: event.target.value }))}
      />
      <select
        className="input"
        aria-label="Minutes"
        value={minutes}
        onChange={(event) => dispatch(newAgendaItemChanged({ minutes: Number(event.target.value) }))}
      >
        {MINUTES.map((value) => (
          <option key={value} value={value}>{`${value} min`}</option>
        ))}
      </select>
      {subjects.length > 0 && (
        <select
          className="input add-about"
          aria-label="About"
          value={aboutId}
          onChange={(event) => dispatch(newAgendaItemChanged({ aboutId: event.target.value }))}
        >
          <option value="">No topic</option>
          {subjects.map(({ kind, id, name }) => (
            <option key={id} value={id}>
              {kind === 'topic' ? `Topic: ${name}` : `Objective: ${name}`}
            </option>
          ))}
        </select>
      )}
      <label className="check small">
        <input
          type="checkbox"
          checked={isPrivate}
          onChange={(event) => dispatch(newAgendaItemChanged({ isPrivate: event.target.checked }))}
        />
        Only me
      </label>
      <Button type="submit" small missing={text.trim() === '' ? 'Write the item first.' : null}>
        {isPrivate ? 'Add private item' : 'Add agenda item'}
      </Button>
    </form>
  );
}
