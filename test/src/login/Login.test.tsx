import { screen, waitFor } from '@testing-library/react';
import type { AuthPort } from '#src/app/ports/PortsContext.tsx';
import Login from '#src/login/Login.tsx';
import { sessionRejected } from '#store/session/sessionSlice.ts';
import { json, problem } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';

const signedOut = (at = '/login') => ({ restored: { kind: 'none' as const }, at });
const pool = {
  'GET /api/user-pool': (request: Request) =>
    new URL(request.url).searchParams.get('email')?.endsWith('@demo.example')
      ? json({ userPoolId: 'pool', clientId: 'client', tenantName: 'Harbourline' })
      : problem(404, 'organisation-not-found'),
};

/** Remembers what it was given and answers as told. */
function authWith(answer: () => Promise<void>) {
  const given: [string, string][] = [];
  const auth: AuthPort = {
    signIn: (email, password) => {
      given.push([email, password]);
      return answer();
    },
  };
  return { auth, given };
}
const refused = {
  status: 401,
  data: { code: 'credentials-refused', message: 'The email or the password is not right.', requestId: 'r' },
};

it('takes address and password to the port, and nothing of the password into the state', async () => {
  const { auth, given } = authWith(() => Promise.resolve());
  const { user, client } = show(<Login />, { client: { ...signedOut(), answers: pool }, auth });
  await user.type(screen.getByLabelText('Email'), ' Lena@Demo.Example ');
  await user.type(screen.getByLabelText('Password'), 'a secret word{Enter}');
  await waitFor(() => expect(given).toEqual([['lena@demo.example', 'a secret word']]));
  expect(JSON.stringify(client.state())).not.toContain('secret');
});

it('says a refusal in words and keeps what was typed', async () => {
  const { auth } = authWith(() => Promise.reject(refused));
  const { user } = show(<Login />, { client: { ...signedOut(), answers: pool }, auth });
  await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The email or the password is not right.');
  expect(screen.getByLabelText('Email')).toHaveValue('lena@demo.example');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

it('asks for what is missing, at the field, before anything is sent', async () => {
  const { auth, given } = authWith(() => Promise.resolve());
  const { user } = show(<Login />, { client: signedOut(), auth });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Write your email address');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Write your password');
  expect(given).toEqual([]);
});

it('shows the organisation as soon as the address is known, and says when there is none', async () => {
  const { user } = show(<Login />, { client: { ...signedOut(), answers: pool } });
  await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
  await user.tab();
  expect(await screen.findByText('Harbourline')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'lena@nowhere.example');
  await user.tab();
  await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid());
  expect(screen.queryByText('Harbourline')).not.toBeInTheDocument();
});

it('says where one is taken to, and only for places of this application', () => {
  show(<Login />, { client: signedOut('/login?redirectUrl=%2Fteam') });
  expect(screen.getByText('your team')).toBeInTheDocument();
});

it('says nothing of a place outside', () => {
  show(<Login />, { client: signedOut('/login?redirectUrl=%2F%2Fevil.example%2Fteam') });
  expect(screen.queryByText(/Your next stop is/)).not.toBeInTheDocument();
});

it("says 'Access Token Not Found' when a call was tried without a token, and nothing on a plain visit", () => {
  const { client } = show(<Login />, { client: signedOut() });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const action = sessionRejected({ reason: 'token-missing', status: 'token-missing', endpoint: 'getHome' });
  return waitFor(() => {
    client.store.dispatch(action);
    expect(screen.getByRole('alert')).toHaveTextContent('Access Token Not Found');
  });
});

it('shows the password only while one asks for it', async () => {
  const { user } = show(<Login />, { client: signedOut() });
  await user.type(screen.getByLabelText('Password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Show what I typed' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide what I typed' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
});
