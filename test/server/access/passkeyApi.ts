import type { TestApi } from '#test/support/api.ts';
import { createAuthenticator } from '#test/support/authenticator.ts';
import { PASSWORD } from '#test/support/testOrganisation.ts';
import { ORIGIN } from './signOnApi.ts';

type Person = Awaited<ReturnType<TestApi['as']>>;
type CreationOptions = Parameters<ReturnType<typeof createAuthenticator>['register']>[0];

/** The calls of a device that adds a passkey and signs in with it. */
export function createDevice(api: TestApi) {
  const authenticator = createAuthenticator();
  const device = {
    start: (person: Person) =>
      person.post<{ options: CreationOptions }>('/api/auth/passkeys/options', { currentPassword: PASSWORD }),
    finish: (person: Person, options: CreationOptions) =>
      person.post('/api/auth/passkeys', { name: 'Work laptop', credential: authenticator.register(options) }),
    async add(person: Person) {
      const { body } = await device.start(person);
      return device.finish(person, body.options);
    },
    /** The body of a sign-in, for a new challenge of the server. */
    async answer() {
      const { body } = await api.call<{ options: { challenge: string } }>(
        'POST',
        '/api/auth/passkey/options',
        { headers: ORIGIN },
      );
      return { credential: authenticator.signIn(body.options) };
    },
    send: (body: object) =>
      api.call<{ idToken?: string }>('POST', '/api/auth/passkey', { headers: ORIGIN, body }),
    signIn: async () => device.send(await device.answer()),
  };
  return device;
}
