import { configure, screen, waitFor, within } from '@testing-library/react';
import type { Content as ContentPage, ContentTopic } from '#contract/learning/content.ts';
import Content from '#src/content/Content.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';
import { anAuthoredTopic, TOPIC_ID } from './topics.ts';

// Slow machines need more time.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 10_000 });

const aTopic = (over: Partial<ContentTopic> = {}): ContentTopic => ({
  topicId: TOPIC_ID,
  title: 'Ask first',
  behaviorName: 'Asks one open question',
  state: 'published',
  newest: 2,
  hasDraft: true,
  tags: ['Talks'],
  kinds: ['content', 'practice'],
  minutes: 25,
  owner: null,
  changedAt: '2026-11-20T09:41:00.000Z',
  programs: [{ programId: 'p'.repeat(16), programName: 'Lead with questions', status: 'active' }],
  learners: 12,
  ...over,
});
const aPage = (data: ContentTopic[]): ContentPage => ({
  data,
  total: data.length,
  counts: { draft: 0, in_review: 0, published: data.length, retired: 0 },
  tags: ['Talks'],
  owners: [],
});

function open(data: ContentTopic[], answers: Record<string, Answer> = {}, at = '/content') {
  return show(<Content />, {
    client: {
      at,
      user: aUser({ roles: { isAdmin: false, hasReports: false, mayAuthor: true } }),
      answers: { 'GET /api/content': () => json(aPage(data)), ...answers },
    },
  });
}

it('lists topics with state, version, uses and learners, and filters by the address', async () => {
  const { user, client } = open([aTopic()]);
  const row = await screen.findByRole('row', { name: /Ask first/ });
  expect(row).toHaveTextContent('Version 2, with changes');
  expect(row).toHaveTextContent('1 program');
  expect(row).toHaveTextContent('12 learners now');
  expect(row).toHaveTextContent('2 steps: read, practice');
  expect(screen.getByRole('button', { name: 'Active 1' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: /^Retired/ }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'Talks');
  await waitFor(() => {
    const { searchParams } = new URL(client.api.requests.at(-1)!.url);
    expect([searchParams.get('state'), searchParams.get('tag')]).toEqual(['retired', 'Talks']);
  });
  expect(client.state().navigation.location.search).toBe('?state=retired&tag=Talks');
});

it('creates a topic from the empty library and opens its editor', async () => {
  const { user, client } = open([], { 'POST /api/topics': () => json(anAuthoredTopic(), 201) });
  await user.click(await screen.findByRole('button', { name: 'New topic' }));
  const dialog = await screen.findByRole('dialog', { name: 'New topic' });
  await user.click(within(dialog).getByRole('button', { name: 'Create topic' }));
  expect(dialog).toHaveTextContent('Title is missing');
  const title = within(dialog).getByRole('textbox', { name: 'Title' });
  const create = client.api.answerTo('POST /api/topics');
  client.api.on('POST /api/topics', () => problem(500, 'internal'));
  await user.type(title, 'Ask');
  await user.click(within(dialog).getByRole('button', { name: 'Create topic' }));
  expect(await within(dialog).findByText('The topic was not created')).toBeVisible();
  await user.type(title, ' first');
  expect(within(dialog).queryByText('The topic was not created')).toBeNull();
  client.api.on('POST /api/topics', create);
  await user.click(within(dialog).getByRole('button', { name: 'Create topic' }));
  await waitFor(() =>
    expect(client.state().navigation.location.pathname).toBe(`/content/topics/${TOPIC_ID}`),
  );
});

it('does not call the library empty, or say that nothing matches, while all topics load after a search', async () => {
  const all = Promise.withResolvers<void>();
  const { user, client } = open(
    [],
    {
      'GET /api/content': async ({ url }) => {
        if (new URL(url).searchParams.has('search')) return json(aPage([]));
        await all.promise;
        return json(aPage([aTopic()]));
      },
    },
    '/content?search=zzz',
  );
  expect(await screen.findByText('No topics match')).toBeVisible();
  expect(screen.getByText(/^0 published topics.* found\.$/)).toBeVisible();
  const field = screen.getByRole('searchbox');
  await user.clear(field);
  await waitFor(() => expect(client.api.asked('GET /api/content')).toBe(2));
  expect(screen.queryByText('The content library is empty')).toBeNull();
  expect(screen.queryByText('No topics match')).toBeNull();
  expect(screen.getByText('Loading')).toHaveRole('status');
  expect(field).toHaveFocus();
  all.resolve();
  expect(await screen.findByRole('row', { name: /Ask first/ })).toBeVisible();
  expect(field).toHaveFocus();
});

it('does not say that no topics match if they did not load after a search was cleared', async () => {
  const { user } = open(
    [],
    {
      'GET /api/content': ({ url }) =>
        new URL(url).searchParams.has('search') ? json(aPage([])) : problem(500, 'internal'),
    },
    '/content?search=zzz',
  );
  expect(await screen.findByText('No topics match')).toBeVisible();
  await user.clear(screen.getByRole('searchbox'));
  expect(await screen.findByText(/^The content library did not load/)).toBeVisible();
  expect(screen.queryByText('No topics match')).toBeNull();
});

it('moves the focus to the next topic when a retired topic leaves the list', async () => {
  let topics = [aTopic(), aTopic({ topicId: 'b'.repeat(16), title: 'Close with owners' })];
  const { user } = open([], {
    'GET /api/content': () => json(aPage(topics)),
    [`GET /api/topics/${TOPIC_ID}`]: () => json(anAuthoredTopic()),
    [`PUT /api/topics/${TOPIC_ID}/retirement`]: () => {
      topics = topics.slice(1);
      return json(anAuthoredTopic({ state: 'retired' }));
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Ask first' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Retire' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Close with owners' })).toHaveFocus());
});
