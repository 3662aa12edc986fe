import { act, screen, waitFor } from '@testing-library/react';
import { Celebration } from '#src/celebration/Celebration.tsx';
import '#src/celebration/CelebrationCard.tsx'; // loaded before, so that no test waits for it
import { celebrationStarted, celebrationTextShown } from '#store/celebration/celebrationSlice.ts';
import { show } from '../support/show.tsx';

async function celebrate() {
  const shown = show(<Celebration />);
  await waitFor(() => expect(shown.client.state().session.user).not.toBeNull());
  act(() => void shown.client.store.dispatch(celebrationStarted({ learnerName: null })));
  await screen.findByText('Congratulations');
  return shown;
}

it('is a status with both texts, the second in its own time', async () => {
  const { client } = await celebrate();
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Congratulations');
  expect(status).not.toHaveTextContent('All Selected Topics Completed');
  act(() => void client.store.dispatch(celebrationTextShown()));
  expect(status).toHaveTextContent('All Selected Topics Completed');
});

it('ends by Stop and by Escape', async () => {
  const { user } = await celebrate();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(screen.queryByText('Congratulations')).not.toBeInTheDocument();
});

it('ends by Escape from wherever the focus is', async () => {
  const { user } = await celebrate();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Congratulations')).not.toBeInTheDocument();
});
