import { act, screen, waitFor } from '@testing-library/react';
import type { AuthPort } from '#src/app/ports/PortsContext.tsx';
import Login from '#src/login/Login.tsx';
import { sessionRejected, signedOut as userSignedOut } from '#store/session/sessionSlice.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const signedOut = (at = '/login') => ({ restored: { kind: 'none' as const }, at });
const pool = {
  'GET /api/user-pool': (request: Request) =>
    new URL(request.url).searchParams.get('email')?.endsWith('@demo.example')
      ? json({ userPoolId: 'pool', clientId: 'client', tenantName: 'Harbourline', signOn: 'off' })
      : problem(404, 'organisation-not-found'),
};

/** An auth port that records its calls. */
function authWith(answer: () => Promise<void>) {
  const calls: [string, string][] = [];
  const auth: Partial<AuthPort> = {
    signIn: (email, password) => {
      calls.push([email, password]);
      return answer();
    },
  };
  return { auth, calls };
}
const refused = {
  status: 401,
  data: { code: 'credentials-refused', message: 'The email or the password is not right.', requestId: 'r' },
};

it('starts with the focus in the email field', () => {
  show(<Login />, { client: signedOut() });
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

it('says after a sign-out that the user is signed out', async () => {
  const { client } = show(<Login />, { client: signedOut() });
  expect(screen.queryByText('You are signed out.')).not.toBeInTheDocument();
  act(() => void client.store.dispatch(userSignedOut({ where: 'here' })));
  expect(await screen.findByText('You are signed out.')).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('passes email and password to the port and keeps the password out of the state', async () => {
  const { auth, calls } = authWith(() => Promise.resolve());
  const { user, client } = show(<Login />, { client: { ...signedOut(), answers: pool }, auth });
  await user.type(screen.getByLabelText('Email'), ' Lena@Demo.Example ');
  await user.type(screen.getByLabelText('Password'), 'a secret word{Enter}');
  await waitFor(() => expect(calls).toEqual([['lena@demo.example', 'a secret word']]));
  expect(JSON.stringify(client.state())).not.toContain('secret');
});

it('shows why the sign-in failed and keeps the input', async () => {
  const { auth } = authWith(() => Promise.reject(refused));
  const { user } = show(<Login />, { client: { ...signedOut(), answers: pool }, auth });
  await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The email or the password is not right.');
  expect(screen.getByLabelText('Email')).toHaveValue('lena@demo.example');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

it('shows missing input next to the field before anything is sent', async () => {
  const { auth, calls } = authWith(() => Promise.resolve());
  const { user } = show(<Login />, { client: signedOut(), auth });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password');
  expect(calls).toEqual([]);
});

it('shows the organisation of the email address, or that none was found', async () => {
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

it('names the page that opens after the sign-in', () => {
  show(<Login />, { client: signedOut('/login?redirectUrl=%2Fteam') });
  expect(screen.getByText('Sign in to continue to your team.')).toBeInTheDocument();
});

it('does not name a page outside Trellis', () => {
  show(<Login />, { client: signedOut('/login?redirectUrl=%2F%2Fevil.example%2Fteam') });
  expect(screen.queryByText(/Sign in to continue/)).not.toBeInTheDocument();
});

it("shows 'Access Token Not Found' after a call without a token, and no error otherwise", () => {
  const { client } = show(<Login />, { client: signedOut() });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const action = sessionRejected({ reason: 'token-missing', status: 'token-missing', endpoint: 'getHome' });
  return waitFor(() => {
    client.store.dispatch(action);
    expect(screen.getByRole('alert')).toHaveTextContent('Access Token Not Found');
  });
});

it('shows and hides the password', async () => {
  const { user } = show(<Login />, { client: signedOut() });
  await user.type(screen.getByLabelText('Password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
});

describe('with single sign-on', () => {
  const answers = (signOn: string) => ({
    'GET /api/user-pool': () =>
      json({ userPoolId: 'pool', clientId: 'client', tenantName: 'Harbourline', signOn }),
  });
  const started = () => {
    const calls: unknown[][] = [];
    const startSignOn = async (...call: unknown[]) => void calls.push(call);
    return { calls, auth: { startSignOn, signIn: () => Promise.resolve() } };
  };

  it('offers it next to the password, and keeps the page that opens afterwards', async () => {
    const { calls, auth } = started();
    const client = { ...signedOut('/login?redirectUrl=%2Fteam'), answers: answers('allowed') };
    const { user } = show(<Login />, { client, auth });
    await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Continue with single sign-on' }));
    expect(calls).toEqual([['lena@demo.example', '/team']]);
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('hides the password field if it is enforced, unless the emergency administrator asks for it', async () => {
    const { auth } = started();
    const { user } = show(<Login />, { client: { ...signedOut(), answers: answers('enforced') }, auth });
    await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
    await user.tab();
    expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use a password instead' }));
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('starts single sign-on if it is enforced, although a password was filled in before', async () => {
    const { calls, auth } = started();
    const { user } = show(<Login />, { client: { ...signedOut(), answers: answers('enforced') }, auth });
    await user.type(screen.getByLabelText('Password'), 'an old password');
    await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Continue with single sign-on' }));
    expect(calls).toEqual([['lena@demo.example', null]]);
  });

  it('opens the identity provider immediately if it is enforced and Enter is pressed in the email field', async () => {
    const { calls, auth } = started();
    const { user } = show(<Login />, { client: { ...signedOut(), answers: answers('enforced') }, auth });
    await user.type(screen.getByLabelText('Email'), 'lena@demo.example{Enter}');
    await waitFor(() => expect(calls).toEqual([['lena@demo.example', null]]));
  });

  it('shows why single sign-on could not begin', async () => {
    const data = {
      code: 'not-possible',
      message: 'Your identity provider could not be reached.',
      requestId: 'r',
    };
    const startSignOn = () => Promise.reject({ status: 422, data });
    const { user } = show(<Login />, {
      client: { ...signedOut(), answers: answers('allowed') },
      auth: { startSignOn },
    });
    await user.type(screen.getByLabelText('Email'), 'lena@demo.example');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Continue with single sign-on' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
  });
});

describe('with a passkey', () => {
  beforeEach(() => void Object.assign(globalThis, { PublicKeyCredential: class {} }));
  afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

  it('signs in without an email address', async () => {
    const signInWithPasskey = jest.fn(async () => {});
    const { user } = show(<Login />, { client: signedOut(), auth: { signInWithPasskey } });
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(signInWithPasskey).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['the user cancels', new DOMException('', 'NotAllowedError'), 'No passkey was used. Try again'],
    ['the server refuses it', refused, 'The email or the password is not right.'],
  ])('shows why it failed when %s', async (_when, error, text) => {
    const signInWithPasskey = () => Promise.reject(error);
    const { user } = show(<Login />, { client: signedOut(), auth: { signInWithPasskey } });
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});

it('offers no passkey in a browser without passkeys', () => {
  show(<Login />, { client: signedOut() });
  expect(screen.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument();
});
