import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { fullName, type Person } from '#contract/people.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import {
  InlineCombobox,
  InlineComboboxField,
  InlineComboboxOptions,
} from '#src/ui/controls/InlineCombobox.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { SEARCH_FAILED } from '#src/ui/text/searchFailed.ts';
import { selectSearchedText, selectSearchResults, selectSearchText } from '#store/chat/widgetSelectors.ts';
import { conversationStarted, searchSettled, searchTextChanged } from '#store/chat/widgetSlice.ts';
import { selectHasDirectory, selectIsLargeOrganisation } from '#store/people/directory.ts';
import { useSearchUsersQuery } from '#store/people/peopleApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PersonOption } from './PersonOption.tsx';
import './peopleSearch.css';

/** Searches for a person to start a conversation with. */
export default function PeopleSearch({ onClose }: { onClose: () => void }) {
  const { results, pick, resultsNow } = usePeopleSearch();
  const text = useAppSelector(selectSearchText);
  const searchedText = useAppSelector(selectSearchedText);
  const hasDirectory = useAppSelector(selectHasDirectory);
  const isLarge = useAppSelector(selectIsLargeOrganisation);
  const searching = useSearchUsersQuery(searchedText.trim(), {
    skip: !isLarge || !isLongEnough(searchedText),
  });
  const dispatch = useAppDispatch();
  const highlighted = useRef<Person>(undefined);
  return (
    <section className="people-search" aria-label="New conversation">
      <InlineCombobox<Person>
        items={results}
        text={text}
        textOf={fullName}
        onTextChange={(next) => dispatch(searchTextChanged(next))}
        onHighlight={(person) => {
          highlighted.current = person;
        }}
        onPick={pick}
      >
        <div className="people-search-header">
          <IconButton label="Back to conversations" small onClick={onClose}>
            <ArrowLeft className="icon" />
          </IconButton>
          <InlineComboboxField
            autoFocus
            label="Search people"
            placeholder="Name, email or topic"
            onArrow={resultsNow}
            onEnter={() => {
              const now = resultsNow();
              pick(now.find((person) => person === highlighted.current) ?? now[0]);
            }}
          />
        </div>
        <p className="people-search-status" role="status">
          {statusOf(searchedText, results.length, hasDirectory, searching)}
        </p>
        <InlineComboboxOptions<Person>
          label="People"
          className="people-search-results"
          optionClassName="person-option"
          keyOf={({ userId }) => userId}
        >
          {(person) => <PersonOption person={person} />}
        </InlineComboboxOptions>
      </InlineCombobox>
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

const isLongEnough = (text: string) => Array.from(text.trim()).length > SEARCH_MIN_LENGTH;

function statusOf(
  searchedText: string,
  count: number,
  hasDirectory: boolean,
  { isFetching, isError }: { isFetching: boolean; isError: boolean },
): string {
  if (!hasDirectory) return 'Loading the directory';
  if (!isLongEnough(searchedText))
    return 'Type at least 2 characters of a name, an email, or a topic that someone can help with.';
  if (count === 0 && isFetching) return 'Searching';
  if (count === 0 && isError) return SEARCH_FAILED;
  if (count === 0) return 'No one has a name, email or topic that starts with this text.';
  return plural(count, '# person', '# people');
}
