import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { chatChannel } from '#contract/channels.ts';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { Person } from '#contract/people.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { selectSearchedText, selectSearchResults, selectSearchText } from '#store/chat/chatSelectors.ts';
import { conversationStarted, searchSettled, searchTextChanged } from '#store/chat/chatSlice.ts';
import { selectPeople } from '#store/people/directory.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PersonOption } from './PersonOption.tsx';
import './peopleSearch.css';

/** '+': type, pick with arrows and Enter or by pointer, and the conversation is there. */
export function PeopleSearch({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const me = useAppSelector(selectUser);
  const text = useAppSelector(selectSearchText);
  const searched = useAppSelector(selectSearchedText);
  const results = useAppSelector(selectSearchResults);
  const hasPeople = useAppSelector((state) => selectPeople(state).length > 0);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const pick = (person: Person | undefined) => {
    if (!me || !person) return;
    const channel = chatChannel(me.tenantId, me.userId, person.userId);
    dispatch(conversationStarted({ channel, peerId: person.userId }));
  };
  /** Keys do not wait for the pause in typing: they act on what the text finds now. */
  const resultsNow = () => {
    dispatch(searchSettled());
    return selectSearchResults(store.getState());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = resultsNow().length;
      setActive((at) =>
        count === 0 ? -1 : (at + step + count + (at === -1 && step === -1 ? 1 : 0)) % count,
      );
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(resultsNow()[Math.max(active, 0)]);
    }
  };
  return (
    <section className="search" aria-label="New conversation">
      <div className="search-head">
        <IconButton label="Back to conversations" small onClick={onClose}>
          <ArrowLeft className="icon" />
        </IconButton>
        <input
          ref={input}
          className="input"
          role="combobox"
          aria-label="Search people"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={
            active >= 0 && results[active] ? `${id}-${results[active].userId}` : undefined
          }
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name or email"
          value={text}
          onChange={(event) => {
            setActive(-1);
            dispatch(searchTextChanged(event.currentTarget.value));
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="search-note" role="status">
        {noteFor(searched, results.length, hasPeople)}
      </p>
      <div className="search-results" role="listbox" id={`${id}-list`} aria-label="People">
        {results.map((person, index) => (
          <PersonOption
            key={person.userId}
            id={`${id}-${person.userId}`}
            person={person}
            isActive={index === active}
            onPick={() => pick(person)}
          />
        ))}
      </div>
    </section>
  );
}

function noteFor(text: string, found: number, hasPeople: boolean): string {
  if (!hasPeople) return 'The directory is loading.';
  if (Array.from(text.trim()).length <= SEARCH_MIN_LENGTH)
    return 'Type the first two letters of a first name, a last name or an email.';
  if (found === 0) return 'Nobody is found by this beginning of a name or an email.';
  return found === 1 ? 'One person' : `${found} people`;
}
