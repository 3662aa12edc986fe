import { useLayoutEffect, useRef, useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { AddItem } from './AddItem.tsx';
import { useAddItems } from './useAddItems.ts';
import { subjectsOf, useGrowth } from './useGrowth.ts';

interface UnsentItemProps {
  session: CoachingSession;
  /** The session ended while this page was open. */
  takesFocus?: boolean;
}

/** The agenda item that the person was writing when the session ended. It is shown until it is added. */
export function UnsentItem({ session, takesFocus = false }: UnsentItemProps) {
  const { text } = useAppSelector(selectRoom).newAgendaItem;
  const [isShown, setShown] = useState(text.trim() !== '');
  const [status, setStatus] = useState('');
  return (
    <>
      {isShown && (
        <Form
          session={session}
          takesFocus={takesFocus}
          onAdded={(added) => {
            setShown(false);
            setStatus(`“${added}” is added to the agenda.`);
          }}
        />
      )}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </>
  );
}

function Form({ session, takesFocus, onAdded }: UnsentItemProps & { onAdded: (text: string) => void }) {
  const growth = useGrowth(session);
  const addItems = useAddItems();
  const section = useRef<HTMLElement>(null);
  // The field in which the person was typing is gone. A person who is in another place, such as the chat, stays there.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      section.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <section ref={section} aria-label="Agenda item not added yet">
      <p className="strong">Agenda item not added yet</p>
      <p className="text-2">You were writing it when the session ended.</p>
      <AddItem
        subjects={subjectsOf(growth)}
        onAdd={(item) => {
          addItems([item]);
          onAdded(item.text);
        }}
      />
    </section>
  );
}
