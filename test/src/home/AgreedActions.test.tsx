import { act, screen, waitFor, within } from '@testing-library/react';
import { AgreedActions } from '#src/home/AgreedActions.tsx';
import { type AgreedAction, agreedActionsRead } from '#store/coaching/actions/actionsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { problem } from '#test/support/fakeApi.ts';

const anAction = (id: string, text: string): AgreedAction => ({
  id,
  text,
  ownerId: aUser().userId,
  due: '',
  isDone: false,
  sessionId: 's'.repeat(16),
  programId: PROGRAM_ID,
  programName: 'Leading well',
  learnerId: 9,
  otherName: 'Max Berg',
  agreedAt: null,
  isOverdue: false,
});

it('keeps a done action in its place, so that a second click and the focus do not reach another row', async () => {
  const { user, client } = show(<AgreedActions />, {
    client: { user: aUser(), answers: { 'GET /api/coaching/actions': () => problem(503, 'unavailable') } },
  });
  await waitFor(() => expect(client.state().session.user).not.toBeNull());
  const actions = [anAction('a', 'Call the night desk'), anAction('b', 'Send the template')];
  act(() => void client.store.dispatch(agreedActionsRead({ keys: 'open', unlockAt: null, actions })));
  await user.dblClick(await screen.findByRole('button', { name: 'Mark as done: Call the night desk' }));
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(within(rows[0]!).getByRole('status')).toHaveTextContent('Done');
  expect(client.state()).toMatchObject({ coachingActions: { actions: [{ id: 'b' }] } });
  await user.click(screen.getByRole('button', { name: 'Mark as done: Send the template' }));
  expect(screen.getAllByRole('status')).toHaveLength(2);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Send the template' })).toHaveFocus());
});

it('lists five open actions, and the next ones when some are done', async () => {
  const { user, client } = show(<AgreedActions />, {
    client: { user: aUser(), answers: { 'GET /api/coaching/actions': () => problem(503, 'unavailable') } },
  });
  await waitFor(() => expect(client.state().session.user).not.toBeNull());
  const actions = ['1', '2', '3', '4', '5', '6'].map((id) => anAction(id, `Action ${id}`));
  act(() => void client.store.dispatch(agreedActionsRead({ keys: 'open', unlockAt: null, actions })));
  const first = await screen.findByRole('button', { name: 'Mark as done: Action 1' });
  expect(screen.queryByText('Action 6')).not.toBeInTheDocument();
  await user.click(first);
  expect(screen.getByText('Action 6')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
});
