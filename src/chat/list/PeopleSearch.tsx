import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { chatChannel } from '#contract/channels.ts';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { Person } from '#contract/people.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { selectSearchedText, selectSearchResults, selectSearchText } from '#store/chat/widgetSelectors.ts';
import { conversationStarted, searchSettled, searchTextChanged } from '#store/chat/widgetSlice.ts';
import { selectPeople } from '#store/people/directory.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PersonOption } from './PersonOption.tsx';
import './peopleSearch.css';

/** Searches for a person to start a conversation with. */
export function PeopleSearch({ onClose }: { onClose: () => void }) {
  const { results, pick, resultsNow } = usePeopleSearch();
  const text = useAppSelector(selectSearchText);
  const searchedText = useAppSelector(selectSearchedText);
  const hasDirectory = useAppSelector((state) => selectPeople(state).length > 0);
  const dispatch = useAppDispatch();
  const [activeIndex, setActiveIndex] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = resultsNow().length;
      setActiveIndex((index) => nextIndex(index, step, count));
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(resultsNow()[Math.max(activeIndex, 0)]);
    }
  };
  const active = results[activeIndex];
  return (
    <section className="people-search" aria-label="New conversation">
      <div className="people-search-header">
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
          aria-activedescendant={active && `${id}-${active.userId}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name or email"
          value={text}
          onChange={(event) => {
            setActiveIndex(-1);
            dispatch(searchTextChanged(event.currentTarget.value));
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="people-search-status" role="status">
        {statusOf(searchedText, results.length, hasDirectory)}
      </p>
      <div className="people-search-results" role="listbox" id={`${id}-list`} aria-label="People">
        {results.map((person, index) => (
          <PersonOption
            key={person.userId}
            id={`${id}-${person.userId}`}
            person={person}
            isActive={index === activeIndex}
            onPick={() => pick(person)}
          />
        ))}
      </div>
    </section>
  );
}

function usePeopleSearch() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const me = useAppSelector(selectUser);
  const results = useAppSelector(selectSearchResults);
  return {
    results,
    /** The results for the current text, without waiting for a pause in typing. */
    resultsNow: () => {
      dispatch(searchSettled());
      return selectSearchResults(store.getState());
    },
    pick: (person: Person | undefined) => {
      if (!me || !person) return;
      const channel = chatChannel(me.tenantId, me.userId, person.userId);
      dispatch(conversationStarted({ channel, peerId: person.userId }));
    },
  };
}

/** The next option for an arrow key. -1 means that no option is active. */
function nextIndex(index: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

function statusOf(searchedText: string, count: number, hasDirectory: boolean): string {
  if (!hasDirectory) return 'Loading the directory';
  if (Array.from(searchedText.trim()).length <= SEARCH_MIN_LENGTH)
    return 'Type at least 2 characters of a first name, last name or email.';
  if (count === 0) return 'No one has a name or email that starts with this text.';
  return plural(count, '# person', '# people');
}
