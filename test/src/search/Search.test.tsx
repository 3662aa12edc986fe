import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import type { SearchResults } from '#contract/search.ts';
import { SearchButton } from '#src/app/shell/SearchButton.tsx';
import { RECENT_DRAFT } from '#src/search/recentItems.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectPath } from '#store/navigation/navigationSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const results: Omit<SearchResults, 'surveys' | 'sessions' | 'content' | 'departments'> = {
  people: [
    {
      userId: 9,
      firstName: 'Zoë',
      lastName: 'Ziegler',
      initials: 'ZZ',
      userAvatar: null,
      title: 'Engineer',
      isReport: true,
      isRelated: true,
    },
  ],
  programs: [
    { programId: PROGRAM_ID, programName: 'Zest at work', canOpen: false, canInvite: true, canJoin: false },
  ],
  topics: [
    {
      topicId: TOPIC_ID,
      title: 'Zoom out',
      programId: PROGRAM_ID,
      programName: 'Zest at work',
      isSelected: true,
    },
  ],
};
const none: SearchResults = {
  people: [],
  programs: [],
  topics: [],
  surveys: [],
  sessions: [],
  content: [],
  departments: [],
};
const coaching: NextCoaching = {
  session: null,
  room: null,
  wrapUp: null,
  cancelled: null,
  plan: { programId: PROGRAM_ID, programName: 'Zest at work', peer: tomas },
};
const manager = aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: false } });

async function open(user = manager, more: Partial<SearchResults> = {}) {
  const asked: string[] = [];
  const aborted: string[] = [];
  const server = { isDown: false };
  const answers = {
    'GET /api/coaching/next': () => json(coaching),
    'GET /api/search': async ({ url, signal }: Request) => {
      const text = new URL(url).searchParams.get('q') ?? '';
      asked.push(text);
      if (server.isDown) return problem(500, 'unexpected');
      if (text === 'slow')
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted.push(text);
            reject(signal.reason);
          }),
        );
      return json(text.startsWith('z') ? { ...none, ...results, ...more } : none);
    },
  };
  const shown = show(<SearchButton user={user} />, { client: { user, answers } });
  await waitFor(() => expect(selectUser(shown.client.state())).not.toBeNull());
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: 'Search people, programs, topics and actions' });
  const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { ...shown, field, names, asked, aborted, server };
}

it('opens with Ctrl-K, shows the user’s screens and actions, and Escape returns the focus', async () => {
  const { user, field, names } = await open(aUser());
  await waitFor(() => expect(field).toHaveFocus());
  expect(names().join()).toContain('Go to Programs');
  // Whether it was sent is not known here.
  expect(names().join()).toContain('View check-in');
  expect(names().join()).not.toContain('Send check-in');
  expect(names().join()).not.toContain('Go to Team');
  expect(names().join()).not.toContain('Invite');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).not.toBeInTheDocument());
  const button = screen.getByRole('button', { name: 'Search' });
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

it('shows a program that the user can join in the list of these programs', async () => {
  const program = { programId: PROGRAM_ID, programName: 'Zone out', canOpen: false, canInvite: false };
  const { user, field, client } = await open(manager, { programs: [{ ...program, canJoin: true }] });
  await user.type(field, 'zone');
  await user.click(await screen.findByRole('option', { name: /^View Zone out/ }));
  await waitFor(() => expect(client.path()).toBe(`/program#join-${PROGRAM_ID}`));
});

it('opens a topic that is not selected where it can be selected', async () => {
  const [topic] = results.topics;
  const { user, field, client } = await open(manager, { topics: [{ ...topic!, isSelected: false }] });
  await user.type(field, 'zoom');
  await user.click(await screen.findByRole('option', { name: /^Open Zoom out/ }));
  await waitFor(() => expect(client.path()).toBe(`/program/${PROGRAM_ID}?show=choose#topic-${TOPIC_ID}`));
});

it('searches after a pause in typing, and Enter opens the first result', async () => {
  const { user, field, asked, client } = await open();
  await user.type(field, 'zo');
  const people = await screen.findByRole('group', { name: 'People' });
  expect(asked).toEqual(['zo']);
  expect(within(people).getByRole('option', { name: /^View Zoë Ziegler/ })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /^Invite people Zest at work/ })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /^Open Zoom out/ })).toBeInTheDocument();
  expect(screen.getByText('5 results')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(selectPath(client.state())).toBe('/team?person=9');
  expect(screen.queryByRole('dialog', { name: 'Search' })).not.toBeInTheDocument();
});

it('starts a conversation with the arrow keys, and lists the person first the next time', async () => {
  const { user, field, client } = await open();
  await user.type(field, 'ziegler');
  await screen.findByText('4 results');
  const isHighlighted = (name: RegExp) => () =>
    expect(screen.getByRole('option', { name })).toHaveAttribute('data-highlighted');
  await waitFor(isHighlighted(/^View Zoë Ziegler/)); // when the results have arrived
  await user.keyboard('{ArrowDown}');
  await waitFor(isHighlighted(/^Message Zoë Ziegler/));
  await user.keyboard('{Enter}');
  expect(selectOpenChannel(client.state())).toBe('chat_T3_U7.U9');
  fireEvent.keyDown(window, { key: 'k', metaKey: true });
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(within(recent).getByRole('option', { name: /^Message Zoë Ziegler/ })).toBeInTheDocument();
});

it('understands a typed verb, and shows only the rows that match it', async () => {
  const { user, field, asked, client } = await open();
  await user.type(field, 'message zo');
  await screen.findByRole('option', { name: /^Message Zoë Ziegler/ });
  expect(asked).toEqual(['zo']);
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(selectOpenChannel(client.state())).toBe('chat_T3_U7.U9');
});

it('finds surveys, sessions, library topics, departments and accounts of people', async () => {
  const admin = aUser({ roles: { isAdmin: true, hasReports: false, mayAuthor: true }, isAdmin: true });
  const other = { userId: 9, firstName: 'Zoë', lastName: 'Ziegler', initials: 'ZZ', userAvatar: null };
  const { user, field, names } = await open(admin, {
    surveys: [{ surveyId: PROGRAM_ID, surveyName: 'Zest pulse', canAnswer: true, canEdit: true }],
    sessions: [
      { sessionId: TOPIC_ID, programId: PROGRAM_ID, programName: 'Zest at work', startsAt: null, other },
    ],
    objectives: [{ objectiveId: TOPIC_ID, title: 'Zoom out each week' }],
    content: [{ topicId: TOPIC_ID, title: 'Zoom in' }],
    departments: [{ departmentId: 4, name: 'Zoology' }],
  });
  await user.type(field, 'zo');
  await screen.findByRole('group', { name: 'Surveys' });
  for (const name of [
    'Answer Zest pulse',
    'Manage Zest pulse',
    'View Session with Zoë Ziegler No time yet, Zest at work',
    'View Zoom out each week',
    'Edit Zoom in',
    'View people Zoology Administration',
    'Manage Zoë Ziegler Engineer',
  ])
    expect(names().join('\n')).toContain(name);
  await user.clear(field);
  await user.type(field, 'import');
  expect(await screen.findByRole('option', { name: /^Go to Import people/ })).toBeInTheDocument();
});

it('starts an objective and a check-in, and signs out, which is no recent choice', async () => {
  const { user, field, names, client } = await open(aUser());
  await user.type(field, 'new obj');
  expect(names()).toEqual([expect.stringContaining('New objective')]);
  await user.clear(field);
  await user.type(field, 'send check');
  await user.keyboard('{Enter}');
  expect(selectPath(client.state())).toBe('/checkin');
  await user.keyboard('{Control>}k{/Control}');
  const again = await screen.findByRole('combobox');
  await user.type(again, 'log out');
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Sign out')]));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(client.actions).toContain('session/signOutRequested'));
  expect(selectDraft(client.state(), RECENT_DRAFT)).not.toContain('Sign out');
});

it('cancels the request for an earlier text', async () => {
  const { user, field, asked, aborted } = await open();
  await user.type(field, 'slow');
  await waitFor(() => expect(asked).toEqual(['slow']));
  await user.clear(field);
  await user.type(field, 'zo');
  expect(await screen.findByRole('group', { name: 'People' })).toBeInTheDocument();
  expect(aborted).toEqual(['slow']);
});

it('finds a screen by a name with a hyphen, and nothing by punctuation only', async () => {
  const { user, field, names } = await open();
  await user.type(field, 'check-in');
  expect(names().join()).toMatch(/check-in/i);
  await user.clear(field);
  await user.type(field, '-');
  expect(names()).toEqual([]);
});

it('shows that nothing was found', async () => {
  const { user, field, names } = await open();
  await user.type(field, 'qqq');
  expect(await screen.findByText(/^No results for “qqq”\./)).toBeInTheDocument();
  expect(names()).toEqual([]);
});

it('still finds screens if the server cannot be reached, and retries', async () => {
  const { user, field, server } = await open();
  server.isDown = true;
  await user.type(field, 'zo');
  expect(await screen.findByRole('alert')).toHaveTextContent('The search did not work.');
  await user.clear(field);
  await user.type(field, 'prog');
  expect(await screen.findByRole('option', { name: /^Go to Programs/ })).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'zo');
  await screen.findByRole('alert');
  server.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('group', { name: 'People' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('offers to plan a session with the coach, even for “session” and the coach’s name', async () => {
  const { user, field, names, client } = await open(aUser());
  await screen.findByRole('option', { name: /^Plan session With Tomás Herrera, Zest at work/ });
  await user.type(field, 'session');
  expect(names().join()).toContain('Plan session');
  await user.clear(field);
  await user.type(field, 'plan tom');
  await user.keyboard('{Enter}');
  expect(selectPath(client.state())).toBe(`/program/${PROGRAM_ID}/plan-session?with=${tomas.userId}`);
});

it('lists related people and conversation partners first, and exact matches before others', async () => {
  const person = (userId: number, firstName: string, isRelated = false) => ({
    userId,
    firstName,
    lastName: 'Lind',
    initials: 'ZL',
    userAvatar: null,
    title: null,
    isReport: false,
    isRelated,
  });
  const people = [
    person(31, 'Zóra'),
    person(32, 'Zora'),
    person(33, 'Zorán', true),
    person(34, 'Zoran', true),
    person(35, 'Зоран'),
    person(36, 'Zorana'),
  ];
  const { user, field, names, client } = await open(aUser(), { people, programs: [], topics: [] });
  const { tenantId, userId } = aUser();
  act(
    () =>
      void client.store.dispatch(
        messagesReceived({
          messages: [
            {
              message: {
                id: 'm1',
                channel: chatChannel(tenantId, userId, 36),
                timetoken: '17600000000000000',
                publisherId: 36,
                details: 'Hello',
                timestamp: 1_760_000_000_000,
                status: 'sent',
              },
              isOwn: false,
              peerId: 36,
              peerName: null,
            },
          ],
        }),
      ),
  );
  await user.type(field, 'zora');
  await waitFor(() =>
    expect(names().filter((name) => name?.startsWith('Message'))).toEqual(
      ['Zoran', 'Zorana', 'Zorán', 'Zora', 'Zóra', 'Зоран'].map((name) =>
        expect.stringContaining(`Message ${name} Lind`),
      ),
    ),
  );
});
