import { configure, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { AuthoredTopic, TopicChange } from '#contract/learning/authoring.ts';
import { Toasts } from '#src/app/shell/Toasts.tsx';
import TopicEditor from '#src/content/topic/TopicEditor.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import { liveNotificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { aDraftStep, anAuthoredTopic, TOPIC_ID } from './topics.ts';

// Slow machines need more time.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 10_000 });
// jsdom has no layout. The text editor asks for the place of its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const url = `/api/topics/${TOPIC_ID}`;

const author = { isAdmin: false, hasReports: false, mayAuthor: true };
/** A server that stores the topic. `PATCH` requires its version. */
function open(start: Partial<AuthoredTopic> = {}, drafts = fakeDrafts(), roles = author) {
  const server = {
    topic: anAuthoredTopic(start),
    changes: [] as Omit<TopicChange, 'version'>[],
    isDown: false,
    published: [] as unknown[],
  };
  const view = show(
    <RestoreFocus place="/content">
      <Routes>
        <Route path="/content/topics/:topicId" element={<TopicEditor />} />
      </Routes>
      <Toasts />
    </RestoreFocus>,
    {
      client: {
        at: `/content/topics/${TOPIC_ID}`,
        user: aUser({ roles }),
        drafts,
        answers: {
          [`GET ${url}`]: () => json(server.topic),
          [`PATCH ${url}`]: async (request) => {
            if (server.isDown) return problem(503, 'unavailable');
            const { version, ...change } = (await request.json()) as TopicChange;
            if (version !== server.topic.version) return problem(409, 'conflict');
            server.changes.push(change);
            server.topic = {
              ...server.topic,
              ...change,
              hasDraft: true,
              version: version + 1,
            } as AuthoredTopic;
            return json(server.topic);
          },
          [`POST ${url}/versions`]: async (request) => {
            server.published.push(await request.json());
            const version = { n: server.topic.versions.length + 1, notes: null };
            server.topic = {
              ...server.topic,
              state: 'published',
              hasDraft: false,
              version: server.topic.version + 1,
              versions: [
                { ...version, publishedAt: '2026-11-20T10:00:00.000Z', publishedBy: null },
                ...server.topic.versions,
              ],
            };
            return json(server.topic);
          },
        },
      },
    },
  );
  return { ...view, server, drafts };
}
const field = (name: string) => screen.findByRole('textbox', { name });

it('saves only the changed parts while the user types, and shows that they are saved', async () => {
  const { user, server } = open();
  await user.click(await field('Title'));
  await user.paste(' and listen'); // on a busy machine, letters could be saved one by one
  expect(screen.getByText('Saving…')).toBeInTheDocument();
  expect(await screen.findByText(/^Saved (at|on)/)).toBeInTheDocument();
  expect(server.changes).toEqual([{ title: 'Ask first and listen' }]);
});

it('adds, moves, duplicates and removes steps by keyboard, and undoes a removal', async () => {
  const { user, server } = open();
  const add = await screen.findByRole('button', { name: 'Add step' });
  add.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: /^Practice/ }));
  expect(await field('Step title')).toHaveFocus();
  await user.keyboard('Try it');
  screen.getByRole('button', { name: 'Move Try it, position 2 of 2' }).focus();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('button', { name: 'Move Try it, position 2 of 2' })).toHaveFocus();
  await user.keyboard(' {ArrowUp}');
  expect(screen.getByText('Try it moved to position 1 of 2.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move Try it, position 1 of 2' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByText('Try it returned to position 2 of 2.')).toBeInTheDocument();
  await user.keyboard(' {ArrowUp} ');
  expect(screen.getByText('Try it dropped at position 1 of 2.')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Actions for Try it' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(screen.getAllByRole('button', { name: 'Try it' })).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'Actions for Try it' })[0]!);
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(screen.getAllByRole('button', { name: 'Try it' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getAllByRole('button', { name: 'Try it' })).toHaveLength(2);
  await waitFor(() =>
    expect(server.topic.steps.map(({ title }) => title)).toEqual(['Try it', 'Try it', 'Why it matters']),
  );
});

it('keeps changes on this device while the server does not respond, even across a reload', async () => {
  const { user, server, drafts, unmount } = open();
  server.isDown = true;
  await user.click(await field('Title'));
  await user.paste(' always');
  expect(await screen.findByText('Saved on this device, not sent yet')).toBeInTheDocument();
  unmount();
  const again = open({}, drafts);
  expect(await field('Title')).toHaveValue('Ask first always');
  await waitFor(() => expect(again.server.changes).toEqual([{ title: 'Ask first always' }]));
});

it('shows both versions after another person saved, and saves the chosen one', async () => {
  const { user, server } = open();
  const title = await field('Title');
  const changedBy = { userId: 90, firstName: 'Ada', lastName: 'Lovelace', initials: 'AL', userAvatar: null };
  server.topic = { ...server.topic, title: 'Theirs', changedBy, version: 2 };
  await user.click(title);
  await user.paste(' mine');
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Ada Lovelace saved other changes');
  expect(conflict).toHaveTextContent('Ask first mine');
  expect(conflict).toHaveTextContent('Theirs');
  expect(server.changes).toEqual([]);
  expect(screen.queryByText('Saved on this device, not sent yet')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(server.topic.title).toBe('Ask first mine'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  server.topic = { ...server.topic, title: 'Theirs again', version: 9 };
  await user.click(title);
  await user.paste('!');
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(title).toHaveValue('Theirs again');
});

it('keeps the step keys and saves again after another author published the draft', async () => {
  const { user, server } = open({
    steps: [aDraftStep({ title: 'Why ', kind: 'link', url: 'site.example', packageId: null })],
  });
  const title = await field('Title');
  server.topic = {
    ...server.topic,
    steps: [aDraftStep({ title: 'Why', kind: 'link', url: 'https://site.example/', document: null })],
    state: 'published',
    hasDraft: false,
    version: 2,
    versions: [{ n: 1, notes: null, publishedAt: '2026-11-20T10:00:00.000Z', publishedBy: null }],
  };
  await user.click(title);
  await user.paste('!');
  await waitFor(() => expect(server.changes).toEqual([{ title: 'Ask first!' }]));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText('Draft of version 2')).toBeInTheDocument();
});

it('lists only the real differences if another author changed and published the draft', async () => {
  const { user, server } = open();
  const title = await field('Title');
  server.topic = {
    ...server.topic,
    title: 'Theirs',
    steps: [aDraftStep({ document: null })],
    state: 'published',
    hasDraft: false,
    version: 3,
  };
  await user.click(title);
  await user.paste(' mine');
  const conflict = await screen.findByRole('alert');
  expect(
    within(conflict)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Title']);
});

it('shows what another author did as soon as it is known', async () => {
  const { server, client } = open({ state: 'in_review' });
  const title = await field('Title');
  server.topic = { ...server.topic, title: 'Theirs', state: 'published', hasDraft: false, version: 2 };
  client.store.dispatch(
    liveNotificationsReceived({
      items: [
        {
          id: 'n1',
          timetoken: '1',
          fromUserId: 9,
          type: 'TOPIC_REVIEW_ANSWERED',
          payload: {},
        },
      ],
    } as never),
  );
  await waitFor(() => expect(title).toHaveValue('Theirs'));
  expect(screen.getByText('Published')).toBeInTheDocument();
});

it('names the file in each version if only a step’s file differs', async () => {
  const upload = (uploadId: string, fileName: string) => ({
    uploadId,
    fileName,
    size: 10,
    seconds: null,
    uploadedAt: '2026-11-20T09:41:00.000Z',
  });
  const step = (fileId: string, minutes = 7) =>
    aDraftStep({ kind: 'file', fileId: fileId.repeat(16), minutes });
  const uploads = [upload('f'.repeat(16), 'mine.pdf'), upload('g'.repeat(16), 'theirs.pdf')];
  const { user, server } = open({ steps: [step('f')], uploads });
  await user.click(await screen.findByRole('button', { name: 'Why it matters' }));
  server.topic = { ...server.topic, steps: [step('g')], version: 2 };
  await user.type(screen.getByLabelText('Minutes'), '5');
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Yours75 min, required. File: mine.pdf');
  expect(conflict).toHaveTextContent('Saved7 min, required. File: theirs.pdf');
});

it('is sent back with a comment, and reviewed by another author', async () => {
  const lena = anAuthoredTopic().changedBy!;
  const asked = { by: { ...lena, userId: aUser().userId + 1 }, at: '2026-11-20T09:41:00.000Z' };
  const review = { asked, comment: null };
  const { user, client, server } = open({ state: 'in_review', review });
  expect(await screen.findByText(/^Lena Larsen asked for a review on Nov 20/)).toBeInTheDocument();
  client.api.on(`POST ${url}/review/comments`, async (request) => {
    const { comment } = (await request.json()) as { comment: string };
    server.topic = {
      ...server.topic,
      version: 2,
      state: 'draft',
      review: {
        asked: null,
        comment: { by: { ...lena, userId: aUser().userId }, text: comment, at: '2026-11-27T09:00:00.000Z' },
      },
    };
    return json(server.topic);
  });
  client.api.on(`PUT ${url}/review`, () => {
    const own = { ...lena, userId: aUser().userId };
    server.topic = {
      ...server.topic,
      version: 3,
      state: 'in_review',
      review: { asked: { ...asked, by: own }, comment: null },
    };
    return json(server.topic);
  });
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for changes' }));
  expect(dialog).toHaveTextContent('Comment needs at least 3 characters');
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'Say why.');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for changes' }));
  expect(await screen.findByText('Say why.')).toBeInTheDocument();
  expect(screen.getByText('You asked for changes on Nov 27')).toBeInTheDocument();
  expect(await screen.findByText('Your comment is sent to Lena Larsen.')).toBeInTheDocument();

  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());

  await user.click(screen.getByRole('button', { name: 'Request review' }));
  expect(await screen.findByText(/^You asked for a review/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  expect(await screen.findByText('A review of “Ask first” is requested.')).toBeInTheDocument();
});

it('keeps unsaved changes across a reload after another person saved, and asks which version to keep', async () => {
  const { user, server, drafts, unmount } = open();
  server.isDown = true;
  await user.click(await field('Title'));
  await user.paste(' mine');
  expect(await screen.findByText('Saved on this device, not sent yet')).toBeInTheDocument();
  unmount();
  const again = open({ title: 'Theirs', version: 2 }, drafts);
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Ask first mine');
  expect(conflict).toHaveTextContent('Theirs');
  expect(again.server.changes).toEqual([]);
  await again.user.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(again.server.topic.title).toBe('Ask first mine'));
});

it('formats a text with the buttons, and keeps plain text unchanged until then', async () => {
  const { user, server, client } = open({ steps: [aDraftStep({ title: 'Why', body: 'One.\n\nTwo.' })] });
  await user.click(await screen.findByRole('button', { name: 'Why' }));
  const text = await field('Text');
  expect(text).toHaveTextContent('One.Two.');
  await user.click(await field('Title'));
  await user.paste('!');
  await waitFor(() => expect(server.changes).toEqual([{ title: 'Ask first!' }]));
  await user.click(screen.getByRole('button', { name: 'Heading' }));
  await waitFor(() =>
    expect(server.topic.steps[0]).toMatchObject({
      body: 'One.\n\nTwo.',
      document: { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 } }, { type: 'paragraph' }] },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add link' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'javascript:alert(1)');
  await user.click(within(dialog).getByRole('button', { name: 'Save link' }));
  expect(dialog).toHaveTextContent('Enter a web or email address');
  expect(client.api.requests.some(({ method }) => method === 'POST')).toBe(false);
});

it('links from a problem to its field, and publishes the first version without asking for notes', async () => {
  const quiz = {
    kind: 'quiz' as const,
    passAt: 80,
    questions: [
      {
        key: 'q1',
        text: 'What first?',
        kind: 'single' as const,
        options: [
          { key: 'a', text: 'Ask', isRight: true, reason: 'It opens.' },
          { key: 'b', text: 'Tell', isRight: false, reason: '' },
        ],
      },
    ],
  };
  const path = 'steps.0.challenge.questions.0.options.1.reason';
  const { user, server } = open({
    steps: [aDraftStep({ kind: 'challenge', challenge: quiz })],
    problems: { [path]: 'is missing' },
  });
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await user.click(await screen.findByRole('button', { name: /question 1, answer 2: reason is missing/ }));
  expect(screen.getByRole('textbox', { name: 'Wrong, because' })).toHaveFocus();
  expect(server.published).toEqual([]);
  server.topic = { ...server.topic, problems: {} };
  await user.keyboard('It closes.');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(server.published).toEqual([{ version: expect.any(Number), notes: null }]));
  expect(await screen.findByText('Published')).toBeInTheDocument();
  // This author manages no programs.
  expect(screen.queryByRole('link', { name: 'Add it to a program' })).toBeNull();
});

it('links a published topic to the programs of an author who manages programs', async () => {
  const roles = { isAdmin: false, hasReports: true, mayAuthor: true };
  open({ state: 'published' }, fakeDrafts(), roles);
  const link = await screen.findByRole('link', { name: 'Add it to a program' });
  expect(link).toHaveAttribute('href', '/program');
});

it('publishes only a changed topic, and says why it cannot be published before', async () => {
  const { user, server } = open({
    state: 'published',
    hasDraft: false,
    versions: [{ n: 1, notes: null, publishedAt: '2026-11-01T08:00:00.000Z', publishedBy: null }],
  });
  const publish = await screen.findByRole('button', { name: 'Publish' });
  expect(publish).toHaveAttribute('aria-disabled', 'true');
  expect(publish).toHaveAccessibleDescription('Nothing has changed since the last version.');
  await user.click(publish);
  expect(screen.queryByText('Not published')).not.toBeInTheDocument();
  await user.click(await field('Title'));
  await user.paste('!');
  expect(publish).not.toHaveAttribute('aria-disabled');
  expect(publish).not.toHaveAccessibleDescription();
  await user.click(publish);
  expect(await screen.findByRole('dialog', { name: 'Publish version 2' })).toBeInTheDocument();
  expect(server.topic.title).toBe('Ask first!');
});

it('counts the minutes of the required steps, like the content library', async () => {
  open({
    steps: [
      aDraftStep(),
      aDraftStep({ stepKey: 's'.repeat(16), kind: 'session', minutes: 45, required: false }),
    ],
  });
  expect(await screen.findByText('2 steps, 1 required (7 min)')).toBeInTheDocument();
});

it('asks for notes about a later version, and shows how many learners are offered it', async () => {
  const { user, server } = open({
    state: 'published',
    versions: [{ n: 1, notes: null, publishedAt: '2026-11-01T08:00:00.000Z', publishedBy: null }],
    usedIn: [
      {
        programId: 'p'.repeat(16),
        programName: 'Lead with questions',
        status: 'active',
        learners: [{ n: 1, count: 12 }],
      },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish version 2' });
  expect(dialog).toHaveTextContent('12 learners work on this topic now and are offered this version.');
  await user.click(within(dialog).getByRole('button', { name: 'Publish version 2' }));
  expect(dialog).toHaveTextContent('What is new needs at least 3 characters');
  await user.type(within(dialog).getByRole('textbox', { name: 'What is new' }), 'Shorter');
  await user.click(within(dialog).getByRole('button', { name: 'Publish version 2' }));
  await waitFor(() => expect(server.published).toEqual([{ version: 1, notes: 'Shorter' }]));
});

it('previews the steps with the learners’ components and records nothing', async () => {
  const { user, client } = open({
    steps: [
      aDraftStep({ kind: 'practice', title: 'Try it', goal: 1, stepKey: 's'.repeat(16) }),
      aDraftStep({ title: 'Look back', after: ['s'.repeat(16)] }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Preview as learner' }));
  const preview = screen.getByRole('region', { name: 'As a learner sees it' });
  expect(within(preview).getByText('Locked')).toBeInTheDocument();
  await user.click(within(preview).getByRole('button', { name: 'Log practice' }));
  await waitFor(() => expect(within(preview).queryByText('Locked')).not.toBeInTheDocument());
  expect(client.api.requests.map(({ method }) => method)).not.toContain('PUT');
});

it('writes a scenario, finds its dead end, and moves on the map with the arrow keys', async () => {
  const { user, server } = open({
    steps: [aDraftStep({ kind: 'challenge', title: 'The wrong date' })],
  });
  await user.click(await screen.findByRole('button', { name: 'The wrong date' }));
  await user.click(screen.getByRole('button', { name: 'Add a scenario' }));
  await user.type(screen.getByRole('textbox', { name: 'What happens' }), 'Lena shows you a plan');
  await user.type(screen.getByRole('textbox', { name: 'Choice 1: what the learner does' }), 'Ask her');
  await user.type(screen.getByRole('textbox', { name: 'Right, because' }), 'She knows more.');
  await user.click(screen.getByRole('button', { name: 'Add scene' }));
  const map = within(screen.getByRole('region', { name: 'Map of the scenes' }));
  expect(map.getByRole('button', { name: /^Scene 3, not reachable/ })).toBeInTheDocument();
  const first = map.getByRole('button', { name: /^Scene 1, start/ });
  first.focus();
  await user.keyboard('{ArrowDown}');
  const second = map.getByRole('button', { name: /^Scene 2, ending/ });
  expect(second).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add choice' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Choice 1 leads to' }), 's1');
  expect(map.getByRole('button', { name: /^Scene 1, dead end/ })).toBeInTheDocument();
  expect(screen.getByText('No ending can be reached from here')).toBeInTheDocument();
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'scenario',
      start: 's1',
      places: [
        { key: 's1', text: 'Lena shows you a plan', choices: [{ to: 's2', text: 'Ask her', isGood: true }] },
        { key: 's2', choices: [{ to: 's1' }] },
        { key: 's3', choices: [] },
      ],
    }),
  );
});

it('writes cards to sort, and moves the cards of a removed group', async () => {
  const { user, server } = open({ steps: [aDraftStep({ kind: 'challenge', title: 'Facts' })] });
  await user.click(await screen.findByRole('button', { name: 'Facts' }));
  await user.click(screen.getByRole('button', { name: 'Add cards to sort' }));
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  await user.type(screen.getByRole('textbox', { name: 'Group 1' }), 'Fact');
  await user.type(screen.getByRole('textbox', { name: 'Card 1' }), 'It rained');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group of card 1' }), 'g3');
  await user.click(screen.getByRole('button', { name: 'Remove group 3' }));
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'sort',
      groups: [{ key: 'g1', text: 'Fact' }, { key: 'g2' }],
      cards: [{ text: 'It rained', group: 'g1' }, { group: 'g2' }],
    }),
  );
});

it('writes a sentence to fill in with accepted and wrong answers, and orders the answers', async () => {
  const { user, server } = open({ steps: [aDraftStep({ kind: 'challenge', title: 'The right word' })] });
  await user.click(await screen.findByRole('button', { name: 'The right word' }));
  await user.click(screen.getByRole('button', { name: 'Add sentences to fill in' }));
  const write = (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text);
  await write('Sentence', 'Ask an ___ question.');
  await write('Accepted answer 1', 'wide');
  await user.click(screen.getByRole('button', { name: 'Add accepted answer' }));
  expect(screen.getByRole('textbox', { name: 'Accepted answer 2' })).toHaveFocus();
  await user.keyboard('open');
  await user.click(screen.getByRole('button', { name: 'Add wrong answer' }));
  await write('Wrong answer 1', 'closed');
  await write('Wrong, because', 'Yes or no answers it.');
  screen.getByRole('button', { name: 'Move accepted answer 2, position 2 of 2' }).focus();
  await user.keyboard(' {ArrowUp} ');
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'fill',
      gaps: [
        {
          text: 'Ask an ___ question.',
          accepted: [
            { key: 'a2', text: 'open' },
            { key: 'a1', text: 'wide' },
          ],
          mistakes: [{ key: 'a3', text: 'closed', reason: 'Yes or no answers it.' }],
        },
      ],
    }),
  );
});
