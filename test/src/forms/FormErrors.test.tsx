import { act, screen } from '@testing-library/react';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import { show } from '#test/src/support/show.tsx';

const offline = problemOf({ status: 'FETCH_ERROR', error: 'Failed to fetch' }).message;

it('says that the form can be sent again when the connection is back', () => {
  const { client } = show(<FormErrors title="Not sent yet" message={offline} />);
  const isOnline = (value: boolean) =>
    act(() => void client.store.dispatch(networkChanged({ isOnline: value })));
  expect(screen.getByRole('alert')).toHaveTextContent('Trellis cannot be reached.');
  isOnline(false);
  expect(screen.getByRole('alert')).toHaveTextContent('Trellis cannot be reached.');
  isOnline(true);
  expect(screen.getByRole('alert')).toHaveTextContent('You are back online. You can try again.');
  expect(screen.getByRole('alert')).not.toHaveTextContent('cannot be reached');
});

it('keeps other errors when the connection is back', () => {
  const { client } = show(<FormErrors title="Not saved" message="The note is too long." />);
  act(() => void client.store.dispatch(networkChanged({ isOnline: false })));
  act(() => void client.store.dispatch(networkChanged({ isOnline: true })));
  expect(screen.getByRole('alert')).toHaveTextContent('The note is too long.');
});
