import { createSelector } from '@reduxjs/toolkit';
import {
  BookOpen,
  Building2,
  CalendarDays,
  ClipboardList,
  CornerDownRight,
  type LucideIcon,
  Search,
  Sprout,
  Target,
  X,
  Zap,
} from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { foldText } from '#contract/foldText.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { SEARCH_TEXT_MAX_LENGTH } from '#contract/search.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import {
  InlineCombobox,
  InlineComboboxField,
  InlineComboboxGroups,
  type OptionGroup,
} from '#src/ui/controls/InlineCombobox.tsx';
import { Sheet } from '#src/ui/overlays/Dialog.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { selectConversations } from '#store/chat/conversationSelectors.ts';
import { searchOpened as conversationSearchOpened, conversationStarted } from '#store/chat/widgetSlice.ts';
import { nextCoachingApi } from '#store/coaching/nextCoachingApi.ts';
import { dialogClosed } from '#store/dialogs/dialogsSlice.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { safePath } from '#store/navigation/safePath.ts';
import { searchApi } from '#store/search/searchApi.ts';
import { searchTyped, selectSearch } from '#store/search/searchSlice.ts';
import { isLongEnough, nameIn } from '#store/search/searchText.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { RECENT_DRAFT, readRecentItems, withRecentItem } from './recentItems.ts';
import type { SearchItem } from './searchItem.ts';
import { searchSources } from './sources.ts';
import '#src/ui/controls/combobox.css';
import './search.css';

/** Finds people, things, screens and actions. The most recent choices are listed first. */
export default function SearchDialog({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const { text } = useAppSelector(selectSearch);
  const { groups, status, error } = useResults(user);
  const pick = usePick(user);
  const highlighted = useRef<SearchItem>(undefined);
  return (
    <Sheet label="Search" className="search-dialog" onClose={() => dispatch(dialogClosed())}>
      <InlineCombobox<SearchItem>
        items={groups}
        highlightsFirst
        text={text}
        textOf={({ title }) => title}
        onTextChange={(next) => dispatch(searchTyped(next.slice(0, SEARCH_TEXT_MAX_LENGTH)))}
        onHighlight={(item) => {
          highlighted.current = item;
        }}
        onPick={pick}
      >
        <div className="search-head">
          <Search className="icon" aria-hidden="true" />
          <InlineComboboxField
            label="Search people, programs, topics and actions"
            placeholder="Search people, programs, topics and actions"
            onEnter={() => {
              const shown = groups.flatMap(({ items }) => items);
              const picked = shown.find(({ id }) => id === highlighted.current?.id) ?? shown[0];
              if (picked) pick(picked);
            }}
          />
          <IconButton label="Close search" small onClick={() => dispatch(dialogClosed())}>
            <X className="icon" />
          </IconButton>
        </div>
        {error !== undefined && (
          <div className="search-error row row-between row-wrap" role="alert">
            <p>The search did not work. {problemOf(error).message}</p>
            <Button small onClick={() => dispatch(searchTyped(text))}>
              Try again
            </Button>
          </div>
        )}
        <p
          className={groups.length === 0 && status !== '' ? 'search-empty' : 'visually-hidden'}
          role="status"
        >
          {status}
        </p>
        <InlineComboboxGroups<SearchItem>
          label="Results"
          className="search-results"
          labelClassName="search-group"
          optionClassName="combobox-option search-option"
          keyOf={({ id }) => id}
        >
          {(item) => <Row item={item} />}
        </InlineComboboxGroups>
      </InlineCombobox>
    </Sheet>
  );
}

const symbols: Record<Exclude<SearchItem['symbol'], 'person'>, LucideIcon> = {
  program: Sprout,
  topic: BookOpen,
  objective: Target,
  survey: ClipboardList,
  session: CalendarDays,
  department: Building2,
  screen: CornerDownRight,
  action: Zap,
};

function Row({ item: { title, detail, verb, symbol, person } }: { item: SearchItem }) {
  const Icon = symbol === 'person' ? null : symbols[symbol];
  return (
    <>
      {person && <Avatar person={person} size="small" />}
      {Icon && <Icon className="icon" aria-hidden="true" />}
      <span className="grow">
        {/* The accessible name is read as a whole: "Message Priya Sharma". */}
        {verb && <span className="visually-hidden">{verb} </span>}
        <span className="search-title">{title}</span>{' '}
        {detail && <span className="small text-3">{detail}</span>}
      </span>
      <span className="search-verb small text-3" aria-hidden="true">
        {verb}
      </span>
    </>
  );
}

const selectPartners = createSelector(
  [selectConversations],
  (conversations) =>
    new Set(
      Object.values(conversations)
        .filter(({ lastMessage }) => lastMessage !== null)
        .map(({ peerId }) => peerId),
    ),
);
const selectNextCoaching = nextCoachingApi.endpoints.getNextCoaching.select();

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}@]+/u);
const wordsOf = (text: string) => wordsIn(foldText(text));
/** Words as they are written, without their case. */
const writtenWords = (text: string) => wordsIn(text.normalize('NFC').toLocaleLowerCase('en'));

interface Results {
  groups: OptionGroup<SearchItem>[];
  status: string;
  error: unknown;
}

function useResults(user: SessionUser): Results {
  const { text, sent } = useAppSelector(selectSearch);
  const { shortDay } = useFormats();
  const kept = useAppSelector((state) => selectDraft(state, RECENT_DRAFT));
  const partners = useAppSelector(selectPartners);
  const plan = useAppSelector(selectNextCoaching).data?.plan ?? null;
  const { data: found, error, isLoading } = useAppSelector(searchApi.endpoints.search.select(sent));
  return useMemo(() => {
    const wanted = text.trim();
    const isLong = isLongEnough(wanted);
    const parts = wordsOf(wanted).filter((part) => part !== '');
    // A text of punctuation only has no words and matches nothing. The empty text matches the suggestions.
    const matches = (words: string) =>
      (parts.length > 0 || wanted === '') &&
      parts.every((part) => wordsOf(words).some((word) => word.startsWith(part)));
    const written = writtenWords(nameIn(wanted)).filter((part) => part !== '');
    const isExact = (name: string) =>
      written.every((part) => writtenWords(name).some((word) => word.startsWith(part)));
    const query = {
      user,
      matches,
      plan,
      found: isLong ? (found ?? null) : null,
      dayText: shortDay,
      partners,
      isExact,
    };
    const groups = searchSources
      .map(({ label, find, isLocal = false }) => ({ label, isLocal, items: find(query) }))
      // Until the new response arrives, show those results for the previous text that also match the new one.
      .map(({ label, isLocal, items }) => ({
        label,
        items:
          isLocal || sent === wanted
            ? items
            : items.filter(({ title, detail, verb }) => matches(`${verb} ${title} ${detail ?? ''}`)),
      }))
      .filter(({ items }) => items.length > 0);
    if (wanted === '') {
      const recent = readRecentItems(kept);
      return {
        groups: [...(recent.length > 0 ? [{ label: 'Recent', items: recent }] : []), ...groups],
        status: '',
        error: undefined,
      };
    }
    const count = groups.reduce((sum, { items }) => sum + items.length, 0);
    const isWaiting = isLong && (sent !== nameIn(text) || isLoading);
    return {
      groups,
      status: statusOf(wanted, { count, isLong, isWaiting }),
      error: isWaiting || !isLong ? undefined : error,
    };
  }, [user, text, sent, kept, plan, partners, found, error, isLoading, shortDay]);
}

function statusOf(
  text: string,
  { count, isLong, isWaiting }: { count: number; isLong: boolean; isWaiting: boolean },
): string {
  if (count > 0) return isWaiting ? 'Searching' : plural(count, '# result', '# results');
  if (isWaiting) return 'Searching';
  if (!isLong) return 'Type at least 2 characters.';
  return `No results for “${text}”. Search finds people, programs, topics, surveys, sessions, screens and actions with words that start with your text.`;
}

function usePick(user: SessionUser) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const kept = useAppSelector((state) => selectDraft(state, RECENT_DRAFT));
  return (item: SearchItem) => {
    const { target } = item;
    dispatch(dialogClosed());
    // Not a recent item: Enter chooses the first one.
    if (target.kind === 'signOut') return void dispatch(signOutRequested());
    dispatch(draftChanged({ key: RECENT_DRAFT, text: withRecentItem(readRecentItems(kept), item) }));
    if (target.kind === 'path') void navigate(safePath(target.path) ?? '/home');
    else if (target.kind === 'newConversation') dispatch(conversationSearchOpened());
    else {
      const channel = chatChannel(user.tenantId, user.userId, target.userId);
      dispatch(conversationStarted({ channel, peerId: target.userId }));
    }
  };
}
