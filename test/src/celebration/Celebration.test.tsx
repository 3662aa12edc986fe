import { act, screen, waitFor } from '@testing-library/react';
import { Celebration } from '#src/celebration/Celebration.tsx';
import '#src/celebration/CelebrationCard.tsx'; // Loaded in advance, so that no test waits for it.
import { Chat } from '#src/chat/Chat.tsx';
import { celebrationStarted, celebrationTextShown } from '#store/celebration/celebrationSlice.ts';
import { searchOpened } from '#store/chat/widgetSlice.ts';
import { show } from '#test/src/support/show.tsx';

async function celebrate() {
  const shown = show(
    <>
      <Chat />
      <Celebration />
    </>,
  );
  await waitFor(() => expect(shown.client.state().session.user).not.toBeNull());
  act(
    () =>
      void shown.client.store.dispatch(
        celebrationStarted({ learnerName: null, programName: 'Leading well' }),
      ),
  );
  await screen.findByText('Congratulations');
  return shown;
}

it('shows both texts in a status region, the second one after a delay', async () => {
  const { client } = await celebrate();
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Congratulations');
  expect(status).toHaveTextContent('You completed every topic you selected in Leading well.');
  expect(status).not.toHaveTextContent('All Selected Topics Completed');
  act(() => void client.store.dispatch(celebrationTextShown()));
  expect(status).toHaveTextContent('All Selected Topics Completed');
});

it('shows no empty card while the card is loading', async () => {
  const { client, container } = show(<Celebration />);
  await waitFor(() => expect(client.state().session.user).not.toBeNull());
  act(
    () => void client.store.dispatch(celebrationStarted({ learnerName: null, programName: 'Leading well' })),
  );
  expect(container.querySelector('.celebration-card:empty')).toBeNull();
  await screen.findByText('Congratulations');
  expect(screen.getByRole('status')).toHaveClass('celebration-card');
});

it('announces each text once', async () => {
  const { client } = await celebrate();
  const status = screen.getByRole('status');
  expect(status).toHaveAttribute('aria-atomic', 'false');
  const heading = screen.getByText('Congratulations');
  act(() => void client.store.dispatch(celebrationTextShown()));
  expect(screen.getAllByRole('status')).toEqual([status]);
  expect(screen.getByText('Congratulations')).toBe(heading);
});

it('ends with the Stop button', async () => {
  const { user } = await celebrate();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Congratulations')).not.toBeInTheDocument();
});

it('ends with Escape wherever the focus is, and leaves the chat open', async () => {
  const { user, client } = await celebrate();
  act(() => void client.store.dispatch(searchOpened()));
  expect(await screen.findByRole('combobox', { name: 'Search people' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Congratulations')).not.toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Search people' })).toBeInTheDocument();
});
