import { screen, waitFor, within } from '@testing-library/react';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { field, openTopicEditor } from './openTopicEditor.tsx';
import { aDraftStep } from './topics.ts';

// Slow machines need more time.
jest.setTimeout(30_000);

it('shows both versions after another person saved, and saves the chosen one', async () => {
  const { user, server } = openTopicEditor();
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
  const { user, server } = openTopicEditor({
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
  const { user, server } = openTopicEditor();
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
  const { server, client } = openTopicEditor({ state: 'in_review' });
  const title = await field('Title');
  server.topic = { ...server.topic, title: 'Theirs', state: 'published', hasDraft: false, version: 2 };
  client.store.dispatch(
    notificationsReceived({
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
  const { user, server } = openTopicEditor({ steps: [step('f')], uploads });
  await user.click(await screen.findByRole('button', { name: 'Why it matters' }));
  server.topic = { ...server.topic, steps: [step('g')], version: 2 };
  await user.type(screen.getByLabelText('Minutes'), '5');
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Yours75 min, required. File: mine.pdf');
  expect(conflict).toHaveTextContent('Saved7 min, required. File: theirs.pdf');
});

it('keeps unsaved changes across a reload after another person saved, and asks which version to keep', async () => {
  const { user, server, drafts, unmount } = openTopicEditor();
  server.isDown = true;
  await user.click(await field('Title'));
  await user.paste(' mine');
  expect(await screen.findByText('Saved on this device, not sent yet')).toBeInTheDocument();
  unmount();
  const again = openTopicEditor({ title: 'Theirs', version: 2 }, drafts);
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Ask first mine');
  expect(conflict).toHaveTextContent('Theirs');
  expect(again.server.changes).toEqual([]);
  await again.user.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(again.server.topic.title).toBe('Ask first mine'));
});

it('keeps what another author changed when a removed step is brought back', async () => {
  const [why, how] = [
    aDraftStep({ stepKey: 'w'.repeat(16), title: 'Why' }),
    aDraftStep({ title: 'How', after: ['w'.repeat(16)] }),
  ];
  const { user, server, client } = openTopicEditor({ state: 'in_review', steps: [why, how] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Why' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(server.topic.steps).toEqual([{ ...how, after: [] }]));
  await screen.findByText(/^Saved (at|on)/);
  const theirs = [{ ...how, title: 'How to ask', after: [] }, aDraftStep({ stepKey: 'n'.repeat(16) })];
  server.topic = { ...server.topic, steps: theirs, version: 9 };
  const id = 'n1';
  const reviewed = { id, timetoken: '1', fromUserId: 9, type: 'TOPIC_REVIEW_ANSWERED', payload: {} };
  client.store.dispatch(notificationsReceived({ items: [reviewed] } as never));
  expect(await screen.findByRole('button', { name: 'How to ask' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.topic.steps).toEqual([why, { ...theirs[0], after: [why.stepKey] }, theirs[1]]),
  );
});
