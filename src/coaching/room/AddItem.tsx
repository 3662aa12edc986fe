import { type FormEvent, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { AGENDA_TEXT_MAX, type AgendaSubject } from '#store/coaching/room/notesContent.ts';
import type { NewItem } from './AgendaPanel.tsx';

const MINUTES = [5, 10, 15, 20, 30];

interface AddItemProps {
  subjects: readonly AgendaSubject[];
  onAdd: (item: NewItem) => void;
}

/** A new agenda item, with its minutes, its subject, and who can see it. */
export function AddItem({ subjects, onAdd }: AddItemProps) {
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [aboutId, setAbout] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const about = subjects.find(({ id }) => id === aboutId) ?? null;
    onAdd({ text: text.trim(), minutes, kind: isPrivate ? 'own' : 'shared', about });
    setText('');
    setAbout('');
  };
  return (
    <form className="add-item add-agenda" onSubmit={submit}>
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
      {subjects.length > 0 && (
        <select
          className="input add-about"
          aria-label="About"
          value={aboutId}
          onChange={(event) => setAbout(event.target.value)}
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
        <input type="checkbox" checked={isPrivate} onChange={(event) => setPrivate(event.target.checked)} />
        Only me
      </label>
      <Button type="submit" small missing={text.trim() === '' ? 'Write the item first.' : null}>
        {isPrivate ? 'Add private item' : 'Add agenda item'}
      </Button>
    </form>
  );
}
