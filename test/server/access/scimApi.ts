import type { CreatedDirectoryToken } from '#contract/administration/directory.ts';
import type { Answer, TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimUser {
  id: string;
  userName: string;
  externalId?: string;
  active: boolean;
  title?: string;
  displayName: string;
  name: { givenName: string; familyName: string };
  emails: { value: string; type: string; primary: boolean }[];
  groups: { value: string; display: string }[];
  [ENTERPRISE]: { department?: string; manager?: { value: string } };
  meta: { location: string; created: string; lastModified: string };
}
export interface ScimGroup {
  id: string;
  displayName: string;
  externalId?: string;
  members: { value: string; display: string }[];
}
export interface ScimList<Resource> {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}
export interface ScimErrorBody {
  schemas: string[];
  status: string;
  scimType?: string;
  detail: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A directory with a token of the organisation. */
export async function connectDirectory(api: TestApi, org: TestOrganisation, name = 'Entra ID') {
  const admin = await api.as(org, org.admin);
  const { body } = await admin.post<CreatedDirectoryToken>('/api/admin/directory/tokens', { name });
  const { token, directory } = body;
  const send =
    (method: Method) =>
    <Body = ScimUser>(path: string, payload?: unknown): Promise<Answer<Body>> =>
      api.call<Body>(method, `/scim/v2${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload !== undefined && { 'content-type': 'application/scim+json' }),
        },
        ...(payload !== undefined && {
          body: typeof payload === 'string' ? payload : JSON.stringify(payload),
        }),
      });
  const patch = send('PATCH');
  return {
    admin,
    token,
    tokenId: directory.tokens.find((one) => one.name === name)?.tokenId ?? '',
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
    send: patch,
    patch: <Body = ScimUser>(path: string, ...Operations: unknown[]) =>
      patch<Body>(path, { schemas: [PATCH], Operations }),
    /** The people found by a filter. */
    async find(filter: string) {
      const { body: list } = await send('GET')<ScimList<ScimUser>>(
        `/Users?filter=${encodeURIComponent(filter)}`,
      );
      return list.Resources;
    },
  };
}

/** The body that Entra sends to create a person. */
export const entraUser = (org: TestOrganisation, mailbox: string, more: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `object id of ${mailbox}`,
  userName: `${mailbox}@${org.domain}`,
  active: true,
  displayName: `Dr. ${mailbox} Nguyen`,
  emails: [{ primary: true, type: 'work', value: `${mailbox}@${org.domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${mailbox} Nguyen`, familyName: 'Nguyen', givenName: mailbox },
  title: 'Engineer',
  addresses: [{ type: 'work', country: 'DE' }],
  ...more,
});

/** The body that Okta sends to create a person. */
export const oktaUser = (org: TestOrganisation, mailbox: string) => ({
  schemas: [USER],
  userName: `${mailbox}@${org.domain}`,
  name: { givenName: mailbox, familyName: 'Okonkwo' },
  emails: [{ primary: true, value: `${mailbox}@${org.domain}`, type: 'work' }],
  displayName: `${mailbox} Okonkwo`,
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
});
