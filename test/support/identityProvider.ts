import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';

let newKey: Promise<Record<string, unknown>> | undefined;
async function createKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', kid: 'test' };
}

/** A real OpenID provider on this machine. The next sign-in gets the claims that a test has set. */
export async function startIdentityProvider() {
  const provider = new OAuth2Server();
  newKey ??= createKey();
  await provider.issuer.keys.add(await newKey);
  await provider.start(0, '127.0.0.1');
  const issuer = provider.issuer.url ?? '';
  const state = {
    /** Additional claims of the id token. */
    claims: {} as Record<string, unknown>,
    /** Claims of the userinfo endpoint, in addition to the subject. */
    userinfo: {} as Record<string, unknown>,
    /** Forms that the token endpoint received. */
    tokenRequests: [] as Record<string, unknown>[],
  };
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, state.claims);
    for (const [name, value] of Object.entries(state.claims))
      if (value === undefined) delete token.payload[name];
  });
  provider.service.on('beforeUserinfo', (answer: { body: Record<string, unknown> }) => {
    answer.body = { sub: state.claims.sub ?? 'johndoe', ...state.userinfo };
  });
  provider.service.on('beforeResponse', (_answer: unknown, request: { body: Record<string, unknown> }) => {
    state.tokenRequests.push({ ...request.body });
  });
  return {
    issuer,
    state,
    service: provider.service,
    /** Opens the address and follows the redirect, like the browser. Returns the callback. */
    async authorize(url: string): Promise<URL> {
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '');
    },
    stop: () => provider.stop(),
  };
}
export type TestIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** A server with one handler, such as a provider that sends invalid responses. */
export async function startServer(handler: RequestListener) {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
