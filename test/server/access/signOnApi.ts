import type { SignOnChange, SignOnSettings } from '#contract/administration/signOn.ts';
import type { Problem } from '#contract/problems.ts';
import type { Answer, TestApi } from '#test/support/api.ts';
import type { TestIdentityProvider } from '#test/support/identityProvider.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

export const ORIGIN = { origin: 'http://localhost:4000' };

type Change = Omit<SignOnChange, 'version'>;
export const settingsFor = (provider: TestIdentityProvider, change: Partial<Change> = {}): Change => ({
  issuer: provider.issuer,
  clientId: 'trellis',
  clientSecret: 'a client secret',
  mode: 'allowed',
  emergencyAdminId: null,
  createsPeople: false,
  groups: [],
  ...change,
});

/** Saves the settings like an administrator who has just loaded them. */
export async function saveSignOn(admin: Awaited<ReturnType<TestApi['as']>>, change: object) {
  const { body } = await admin.get<SignOnSettings>('/api/admin/sign-on');
  return admin.put<SignOnSettings & Partial<Problem>>('/api/admin/sign-on', {
    version: body.settings?.version ?? 0,
    ...change,
  });
}

/** The steps of a browser that signs in through the identity provider. */
export function createBrowser(api: TestApi, provider: TestIdentityProvider) {
  const cookies: Record<string, string> = {};
  const keep = <Body>(answer: Answer<Body>) => {
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer;
  };
  const callbackPath = (callback: URL) => `${callback.pathname}${callback.search}`;
  return {
    cookies,
    async start(org: TestOrganisation, more: Record<string, unknown> = {}) {
      const { userPoolId, clientId } = org;
      return keep(
        await api.call<{ url: string; message: string }>('POST', '/api/auth/sign-on', {
          body: { userPoolId, clientId, ...more },
          headers: ORIGIN,
          cookies,
        }),
      );
    },
    /** From the sign-in page to the provider's callback. */
    async begin(org: TestOrganisation, more: Record<string, unknown> = {}): Promise<URL> {
      const { body } = await this.start(org, more);
      return provider.authorize(body.url);
    },
    /** Opens the callback and returns the page to which it redirects. */
    async open(callback: URL): Promise<string> {
      const answer = keep(await api.call('GET', callbackPath(callback), { cookies }));
      expect([callback.pathname, answer.status]).toEqual([callback.pathname, 303]);
      return String(answer.headers.location);
    },
    /** The session for the secret in the fragment of the page. */
    async enter(page: string) {
      const token = page.split('#token=')[1] ?? 'none';
      return keep(
        await api.call<{ idToken?: string; message?: string }>('POST', '/api/auth/sign-on/session', {
          body: { token },
          headers: ORIGIN,
          cookies,
        }),
      );
    },
    /** The whole sign-in of a person. Returns the page after the callback. */
    async signIn(org: TestOrganisation, claims: Record<string, unknown>): Promise<string> {
      provider.state.claims = claims;
      return this.open(await this.begin(org));
    },
  };
}

export const claimsOf = (person: Pick<TestPerson, 'email'>, more: Record<string, unknown> = {}) => ({
  sub: `subject of ${person.email}`,
  email: person.email,
  email_verified: true,
  given_name: 'Given',
  family_name: 'Family',
  ...more,
});

/** An organisation with single sign-on at this provider. */
export async function withSignOn(api: TestApi, provider: TestIdentityProvider, change: Partial<Change> = {}) {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  const answer = await saveSignOn(admin, settingsFor(provider, change));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { org, admin };
}

/** The stored person with this email address. */
export async function personAt(api: TestApi, org: TestOrganisation, email: string) {
  const { rows } = await api.pool.query(
    `select id, status, is_admin, department_id, first_name, last_name from users where tenant_id = $1 and email = $2`,
    [org.tenantId, email],
  );
  return rows[0] as
    | {
        id: number;
        status: string;
        is_admin: boolean;
        department_id: number | null;
        first_name: string;
        last_name: string;
      }
    | undefined;
}
