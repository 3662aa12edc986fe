import { act, screen, waitFor, within } from '@testing-library/react';
import { MAX_STEPS } from '#contract/learning/authoring.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { field, openTopicEditor, url } from './openTopicEditor.tsx';
import { aDraftStep, anAuthoredTopic } from './topics.ts';

// Slow machines need more time.
jest.setTimeout(30_000);

it('saves only the changed parts while the user types, and shows that they are saved', async () => {
  const { user, server } = openTopicEditor();
  await user.click(await field('Title'));
  await user.paste(' and listen'); // on a busy machine, letters could be saved one by one
  expect(screen.getByText('Saving…')).toBeInTheDocument();
  expect(await screen.findByText(/^Saved (at|on)/)).toBeInTheDocument();
  expect(server.changes).toEqual([{ title: 'Ask first and listen' }]);
});

it('adds, moves, duplicates and removes steps by keyboard, and undoes a removal', async () => {
  const { user, server } = openTopicEditor();
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

it('offers no copy of a step when the topic has 30 steps', async () => {
  const steps = Array.from({ length: MAX_STEPS }, (_, index) =>
    aDraftStep({ stepKey: String(index).padStart(16, 's'), title: `Step ${index + 1}` }),
  );
  const { user } = openTopicEditor({ steps });
  await user.click(await screen.findByRole('button', { name: 'Actions for Step 1' }));
  expect(await screen.findByRole('menuitem', { name: 'Remove' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).not.toBeInTheDocument();
});

it('keeps changes on this device while the server does not respond, even across a reload', async () => {
  const { user, server, drafts, unmount } = openTopicEditor();
  server.isDown = true;
  await user.click(await field('Title'));
  await user.paste(' always');
  expect(await screen.findByText('Saved on this device, not sent yet')).toBeInTheDocument();
  unmount();
  const again = openTopicEditor({}, drafts);
  expect(await field('Title')).toHaveValue('Ask first always');
  await waitFor(() => expect(again.server.changes).toEqual([{ title: 'Ask first always' }]));
});

it('asks no one to publish a retired topic that is in review', async () => {
  const asked = { by: null, at: '2026-11-20T09:00:00.000Z' };
  openTopicEditor({ state: 'retired', review: { asked, comment: null } });
  await field('Title');
  expect(screen.queryByText(/asked for a review/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Ask for changes' })).not.toBeInTheDocument();
});

it('is sent back with a comment, and reviewed by another author', async () => {
  const lena = anAuthoredTopic().changedBy!;
  const asked = { by: { ...lena, userId: aUser().userId + 1 }, at: '2026-11-20T09:41:00.000Z' };
  const review = { asked, comment: null };
  const { user, client, server } = openTopicEditor({ state: 'in_review', review });
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
  expect(dialog).toHaveTextContent('Comment is missing');
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

it('keeps a comment on a review until it is sent or discarded', async () => {
  const by = { ...anAuthoredTopic().changedBy!, userId: aUser().userId + 1 };
  const review = { asked: { by, at: '2026-11-20T09:41:00.000Z' }, comment: null };
  const { user, client, server } = openTopicEditor({ state: 'in_review', review });
  client.api.on(`POST ${url}/review/comments`, () => problem(500, 'internal'));
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ask for changes' }));
    return within(await screen.findByRole('dialog', { name: 'Ask for changes' }));
  };
  const first = await openDialog();
  await user.type(first.getByRole('textbox', { name: 'Comment' }), 'Say why');
  await user.click(first.getByRole('button', { name: 'Ask for changes' }));
  expect(await first.findByText(/^Not sent\./)).toBeVisible();
  await user.type(first.getByRole('textbox', { name: 'Comment' }), '!');
  expect(first.queryByText(/^Not sent\./)).toBeNull();
  await user.keyboard('{Escape}');
  const second = await openDialog();
  expect(second.getByText('Your unsent comment was restored.')).toBeVisible();
  expect(second.getByRole('textbox', { name: 'Comment' })).toHaveValue('Say why!');
  client.api.on(`POST ${url}/review/comments`, () => json(server.topic));
  await user.click(second.getByRole('button', { name: 'Ask for changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const third = await openDialog();
  expect(third.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await user.type(third.getByRole('textbox', { name: 'Comment' }), 'Say how');
  await user.click(third.getByRole('button', { name: 'Discard comment' }));
  const fourth = await openDialog();
  expect(fourth.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  expect(fourth.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

it('does not show a comment on an earlier review in the next one', async () => {
  const by = { ...anAuthoredTopic().changedBy!, userId: aUser().userId + 1 };
  const review = { asked: { by, at: '2026-11-20T09:41:00.000Z' }, comment: null };
  const { user, client, server } = openTopicEditor({ state: 'in_review', review });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ask for changes' }));
    return within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Comment' });
  };
  await user.type(await open(), 'Say why');
  await user.keyboard('{Escape}');
  const asked = { by, at: '2026-11-25T09:41:00.000Z' };
  server.topic = { ...server.topic, version: 9, review: { asked, comment: null } };
  const reviewed = { id: 'n1', timetoken: '1', fromUserId: 9, type: 'TOPIC_REVIEW_REQUESTED', payload: {} };
  client.store.dispatch(notificationsReceived({ items: [reviewed] } as never));
  await screen.findByText(/asked for a review on Nov 25/);
  expect(await open()).toHaveValue('');
});

it('keeps the comment that is typed while the author withdraws the review, and says that it is over', async () => {
  const by = { ...anAuthoredTopic().changedBy!, userId: aUser().userId + 1 };
  const review = { asked: { by, at: '2026-11-20T09:41:00.000Z' }, comment: null };
  const { user, client, server } = openTopicEditor({ state: 'in_review', review });
  await user.click(await screen.findByRole('button', { name: 'Ask for changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for changes' }));
  const comment = dialog.getByRole('textbox', { name: 'Comment' });
  await user.type(comment, 'Say why');
  server.topic = { ...server.topic, version: 9, state: 'draft', review: { asked: null, comment: null } };
  act(() => void client.store.dispatch(baseApi.util.invalidateTags(['AuthoredTopic'])));
  expect(await dialog.findByText(/^This review is no longer open/)).toBeVisible();
  expect(comment).toHaveValue('Say why');
  expect(comment).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
  expect(client.api.asked(`POST ${url}/review/comments`)).toBe(0);
  await user.click(dialog.getByRole('button', { name: 'Discard comment' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says that a review was answered if the response to the comment was lost', async () => {
  const by = { ...anAuthoredTopic().changedBy!, userId: aUser().userId + 1 };
  const review = { asked: { by, at: '2026-11-20T09:41:00.000Z' }, comment: null };
  const { user, client, server } = openTopicEditor({ state: 'in_review', review });
  client.api.on(`POST ${url}/review/comments`, async (request) => {
    const { comment: text } = (await request.json()) as { comment: string };
    const comment = { by: { ...by, userId: aUser().userId }, text, at: '2026-11-25T09:41:00.000Z' };
    server.topic = { ...server.topic, version: 9, state: 'draft', review: { asked: null, comment } };
    return problem(502, 'bad-gateway');
  });
  await user.click(await screen.findByRole('button', { name: 'Ask for changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for changes' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'Say why');
  await user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
  expect(await dialog.findByText(/^Not sent\./)).toBeVisible();
  act(() => void client.store.dispatch(baseApi.util.invalidateTags(['AuthoredTopic'])));
  expect(await dialog.findByText(/^This review was answered\./)).toBeVisible();
  expect(dialog.queryByText(/cannot be sent|^Not sent/)).toBeNull();
});

it('formats a text with the buttons, and keeps plain text unchanged until then', async () => {
  const { user, server, client } = openTopicEditor({
    steps: [aDraftStep({ title: 'Why', body: 'One.\n\nTwo.' })],
  });
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
  const { user, server } = openTopicEditor({
    steps: [aDraftStep({ kind: 'challenge', challenge: quiz })],
    problems: { [path]: 'is missing' },
  });
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: '1 problem before publishing' })).toHaveFocus(),
  );
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

it('keeps what the author types while the topic is being published', async () => {
  const { user, server, client } = openTopicEditor({ title: 'Listening' });
  const answer = Promise.withResolvers<void>();
  const publish = client.api.answerTo(`POST ${url}/versions`);
  client.api.on(`POST ${url}/versions`, async (request) => {
    await answer.promise;
    return publish(request);
  });
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await user.type(await field('Title'), ' well');
  answer.resolve();
  await screen.findByText('Published');
  expect(await field('Title')).toHaveValue('Listening well');
  await waitFor(() => expect(server.topic.title).toBe('Listening well'));
});

it('publishes once if “Publish” is pressed again while the last changes are being saved', async () => {
  const { user, server, client } = openTopicEditor();
  const answer = Promise.withResolvers<void>();
  const save = client.api.answerTo(`PATCH ${url}`);
  client.api.on(`PATCH ${url}`, async (request) => {
    await answer.promise;
    return save(request);
  });
  await user.type(await field('Title'), '!');
  const publish = screen.getByRole('button', { name: 'Publish' });
  publish.focus();
  await user.keyboard('{Enter}{Enter}');
  expect(publish).toHaveAttribute('aria-busy', 'true');
  answer.resolve();
  await screen.findByText('Published');
  await waitFor(() => expect(publish).not.toHaveAttribute('aria-busy'));
  expect(server.published).toHaveLength(1);
  expect(screen.queryByText('Not published')).toBeNull();
});

it('links a published topic to the programs of an author who manages programs', async () => {
  const roles = { isAdmin: false, hasReports: true, mayAuthor: true };
  openTopicEditor({ state: 'published' }, fakeDrafts(), roles);
  const link = await screen.findByRole('link', { name: 'Add it to a program' });
  expect(link).toHaveAttribute('href', '/program');
});

it('publishes only a changed topic, and says why it cannot be published before', async () => {
  const { user, server } = openTopicEditor({
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
  openTopicEditor({
    steps: [
      aDraftStep(),
      aDraftStep({ stepKey: 's'.repeat(16), kind: 'session', minutes: 45, required: false }),
    ],
  });
  expect(await screen.findByText('2 steps, 1 required (7 min)')).toBeInTheDocument();
});

it('asks for notes about a later version, and shows how many learners are offered it', async () => {
  const { user, server } = openTopicEditor({
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
  expect(dialog).toHaveTextContent('What is new is missing');
  await user.type(within(dialog).getByRole('textbox', { name: 'What is new' }), 'Shorter');
  await user.click(within(dialog).getByRole('button', { name: 'Publish version 2' }));
  await waitFor(() => expect(server.published).toEqual([{ version: 1, notes: 'Shorter' }]));
});

it('keeps the release notes when publishing fails', async () => {
  const { user, client } = openTopicEditor({
    state: 'published',
    versions: [{ n: 1, notes: null, publishedAt: '2026-11-01T08:00:00.000Z', publishedBy: null }],
  });
  client.api.on(`POST ${url}/versions`, () => problem(500, 'internal'));
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    return within(await screen.findByRole('dialog', { name: 'Publish version 2' }));
  };
  const first = await openDialog();
  await user.type(first.getByRole('textbox', { name: 'What is new' }), 'Shorter');
  await user.click(first.getByRole('button', { name: 'Publish version 2' }));
  expect(await screen.findByText('Not published')).toBeInTheDocument();
  expect((await openDialog()).getByRole('textbox', { name: 'What is new' })).toHaveValue('Shorter');
});

it('says what it means that a topic is retired, and restores it', async () => {
  const { user, client, server } = openTopicEditor({ state: 'retired' });
  const sent: unknown[] = [];
  client.api.on(`PUT ${url}/retirement`, async (request) => {
    sent.push(await request.json());
    server.topic = { ...server.topic, state: 'published', version: 2 };
    return json(server.topic);
  });
  expect(await screen.findByText(/it cannot be added to programs or published/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByText(/it cannot be added to programs/)).toBeNull());
  expect(sent).toEqual([{ version: 1, isRetired: false }]);
});

it('previews the steps with the learners’ components and records nothing', async () => {
  const { user, client } = openTopicEditor({
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
