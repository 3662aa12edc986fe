import { screen, waitFor } from '@testing-library/react';
import { openWithMax } from '#test/src/support/lenaWithMax.tsx';
import { CHANNEL, fromMax } from '#test/support/lenaAndMax.ts';

it('finds and highlights matches regardless of case and accents', async () => {
  const { user, messaging } = await openWithMax();
  messaging.publishAs('uuid-max', CHANNEL, fromMax('Un CAFÉ, peut-être un café noir?'), {
    id: 'cafe-message',
  });
  await screen.findByText(/peut-être/);
  await user.click(screen.getByRole('button', { name: 'Search messages' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'cafe');
  await waitFor(() =>
    expect(screen.getByLabelText('Search in this conversation')).toHaveTextContent('1 match'),
  );
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('Search in this conversation')).toHaveTextContent('Match 1 of 1');
  expect(Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent)).toEqual(['CAFÉ', 'café']);
  await user.keyboard('{Escape}');
  expect(document.querySelector('mark')).toBeNull();
  expect(screen.getByRole('button', { name: 'Search messages' })).toHaveFocus();
});
