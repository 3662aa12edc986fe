import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { Router } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { type AuthPort, PortsProvider } from '#src/app/ports/PortsContext.tsx';
import { FormatsProvider } from '#src/app/shell/FormatsProvider.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import type { CoachingPort } from '#store/ports/coaching.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { type Client, memoryVault, startClient } from '#test/support/client.ts';

const clients: Client[] = [];
afterEach(() => {
  for (const { root } of clients.splice(0)) root.cancel();
  sessionStorage.clear();
});

interface ShowOptions {
  client?: Parameters<typeof startClient>[0];
  auth?: Partial<AuthPort>;
  coaching?: CoachingPort;
}

const refuse = () => Promise.reject(new Error('no such call in this test'));
const noCoaching: CoachingPort = {
  vault: memoryVault,
  call: () => Promise.reject(new Error('No call in this test')),
};
const noSignIn: AuthPort = {
  signIn: refuse,
  startSignOn: refuse,
  completeSignOn: refuse,
  signInWithPasskey: refuse,
  addPasskey: refuse,
  unlock: refuse,
  invitation: refuse,
  acceptInvitation: refuse,
  requestPasswordReset: refuse,
  passwordReset: refuse,
  resetPassword: refuse,
  setup: refuse,
  createOrganisation: refuse,
  changePassword: refuse,
  signInAgain: refuse,
  requestErasure: refuse,
  saveSignOn: refuse,
  createSecret: refuse,
  testSignOn: refuse,
  downloadExport: refuse,
};

/** Renders a screen or component with the real store and sagas. Only the ports are fakes. */
export function show(
  screen: ReactElement,
  { client: options, auth, coaching = noCoaching }: ShowOptions = {},
) {
  const client = startClient(options);
  clients.push(client);
  const pathOf = (to: string | { pathname?: string; search?: string; hash?: string }) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
  const navigator = {
    createHref: pathOf,
    push: (to: Parameters<typeof pathOf>[0], state?: unknown) => client.visit(pathOf(to), state),
    replace: (to: Parameters<typeof pathOf>[0], state?: unknown) => client.visit(pathOf(to), state),
    go: () => {},
  };
  function RouterOfStore() {
    const user = useAppSelector(selectUser);
    const location = useAppSelector(selectLocation);
    return (
      <Router location={location} navigator={navigator}>
        <FormatsProvider timeZone={user?.timeZone} locale={user?.locale}>
          <RestoreFocus place={location.pathname}>{screen}</RestoreFocus>
        </FormatsProvider>
      </Router>
    );
  }
  const view = render(
    <Provider store={client.store}>
      <PortsProvider value={{ auth: { ...noSignIn, ...auth }, coaching }}>
        <RouterOfStore />
      </PortsProvider>
    </Provider>,
  );
  return { ...view, client, user: userEvent.setup() };
}
