import type { BulkResult } from '#contract/administration/bulk.ts';
import type { Department } from '#contract/administration/departments.ts';
import type { CreatedDirectoryToken } from '#contract/administration/directory.ts';
import type { PeopleImport } from '#contract/administration/import.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import type { Webhooks } from '#contract/administration/webhooks.ts';
import type { TestApi } from '#test/support/api.ts';

/** Texts that only administrators of the first world may see, and that no log may contain. */
export const MARKERS = ['Secretname', 'Secretdepartment', 'Secretreason', 'secret-mailbox'];
const reason = 'Secretreason';
/** 1 pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const logo = { body: PICTURE, headers: { 'content-type': 'image/png' } };

/** An organisation with departments, an invited person and an action that can be undone. */
export async function createWorld(api: TestApi, word: 'Secret' | 'Other' = 'Secret') {
  const org = await api.organisation();
  await api.pool.query('update users set last_name = $2 where tenant_id = $1', [org.tenantId, `${word}name`]);
  const admin = await api.as(org, org.admin);
  const department = async (name: string) =>
    (await admin.post<Department>('/api/admin/departments', { name })).body.departmentId;
  const departmentId = await department(`${word}department one`);
  const otherDepartmentId = await department(`${word}department two`);
  const { body: invited } = await admin.post<AdminPerson>('/api/admin/people', {
    emailAddress: `${word.toLowerCase()}-mailbox@${org.domain}`,
    firstName: 'Ngọc',
    lastName: `${word}name`,
  });
  await admin.put('/api/admin/settings/logo', logo.body, logo.headers);
  const { body: bulk } = await admin.post<BulkResult>('/api/admin/people/bulk', {
    action: 'change-manager',
    selection: { userIds: [org.newcomer.userId] },
    managerId: org.coach.userId,
  });
  const domain = `${word.toLowerCase()}-domain${org.tenantId}.example`;
  await admin.post('/api/admin/sign-on/domains', { domain });
  const { body: uploaded } = await api.call<PeopleImport>('POST', '/api/admin/people/import', {
    body: Buffer.from(
      `Email,First name,Last name\n${word.toLowerCase()}-mailbox-4@${org.domain},Ann,${word}name`,
    ),
    headers: { authorization: admin.token, 'content-type': 'text/csv' },
  });
  const { body: created } = await admin.post<CreatedDirectoryToken>('/api/admin/directory/tokens', {
    name: `${word}name's directory`,
  });
  const tokenId = created.directory.tokens[0]?.tokenId ?? '';
  await admin.post('/api/admin/webhooks', {
    url: `https://${word.toLowerCase()}-mailbox.example/${word}name`,
    events: ['topic.completed'],
  });
  const { body: webhooks } = await admin.get<Webhooks>('/api/admin/webhooks');
  const endpointId = webhooks.endpoints[0]?.endpointId ?? '';
  const { importId } = uploaded;
  await api.pool.query(`update people_imports set state = 'applying' where id = $1`, [importId]);
  return {
    org,
    admin,
    domain,
    departmentId,
    otherDepartmentId,
    invitedId: invited.userId,
    bulkId: bulk.id,
    importId,
    tokenId,
    endpointId,
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

export interface Call {
  /** Replaces the ids in the path. The other ids are those of the world. */
  ids?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A call that succeeds in a new world, for every call of administrators that changes something. */
export const changes: Record<string, (world: World) => Call> = {
  'PATCH /api/admin/people/{userId}': () => ({ body: { isAdmin: true, reason } }),
  'POST /api/admin/people': ({ org }) => ({
    body: { emailAddress: `secret-mailbox-2@${org.domain}`, firstName: 'Zoe', lastName: 'Secretname' },
  }),
  'POST /api/admin/people/export': () => ({}),
  'POST /api/admin/people/invitations': ({ org }) => ({
    body: {
      people: [{ emailAddress: `secret-mailbox-3@${org.domain}`, firstName: 'Max', lastName: 'Secretname' }],
    },
  }),
  'POST /api/admin/people/{userId}/invitation': ({ invitedId }) => ({ ids: { userId: invitedId } }),
  'DELETE /api/admin/people/{userId}/invitation': ({ invitedId }) => ({ ids: { userId: invitedId } }),
  'POST /api/admin/people/{userId}/password-reset': () => ({}),
  'POST /api/admin/people/{userId}/unlock': () => ({}),
  'POST /api/admin/people/bulk': ({ org }) => ({
    body: { action: 'deactivate', selection: { userIds: [org.colleague.userId] }, reason },
  }),
  'POST /api/admin/people/bulk/{bulkId}/undo': () => ({}),
  'POST /api/admin/people/import/{importId}/cancel': () => ({}),
  'POST /api/admin/departments': () => ({ body: { name: 'Secretdepartment three' } }),
  'PATCH /api/admin/departments/{departmentId}': () => ({ body: { name: 'Secretdepartment renamed' } }),
  'POST /api/admin/departments/{departmentId}/merge': ({ otherDepartmentId }) => ({
    body: { intoId: otherDepartmentId },
  }),
  'DELETE /api/admin/departments/{departmentId}': () => ({}),
  'PATCH /api/admin/settings': () => ({ body: { version: 0, signInText: 'Ask the service desk.' } }),
  'PUT /api/admin/settings/logo': () => logo,
  'DELETE /api/admin/settings/logo': () => ({}),
  'POST /api/admin/mail-test': () => ({}),
  'POST /api/admin/audit/export': () => ({}),
  'PUT /api/admin/sign-on': ({ org }) => ({
    body: {
      version: 0,
      issuer: 'http://localhost:1',
      clientId: 'client',
      clientSecret: 'Secretname of the client',
      mode: 'allowed',
      emergencyAdminId: org.admin.userId,
      createsPeople: false,
      groups: [],
    },
  }),
  'POST /api/admin/sign-on/domains': ({ org }) => ({ body: { domain: `added${org.tenantId}.example` } }),
  'DELETE /api/admin/sign-on/domains/{domain}': ({ domain }) => ({ ids: { domain } }),
  'POST /api/admin/webhooks': () => ({
    body: { url: 'https://secret-mailbox.example/2', events: ['topic.completed'] },
  }),
  'PATCH /api/admin/webhooks/{endpointId}': () => ({ body: { isOn: false } }),
  'DELETE /api/admin/webhooks/{endpointId}': () => ({}),
  'POST /api/admin/webhooks/{endpointId}/secret': () => ({}),
  'POST /api/admin/directory/tokens': () => ({ body: { name: 'Secretname of the token' } }),
  'DELETE /api/admin/directory/tokens/{tokenId}': ({ tokenId }) => ({ ids: { tokenId } }),
  'PUT /api/admin/analytics-consent': () => ({ body: { hasConsent: true } }),
};

/** Calls other than GET that change nothing that administrators decide. */
export const harmless: Record<string, (world: World) => Call> = {
  // Computes what an action would do.
  'POST /api/admin/people/bulk/preview': ({ org }) => ({
    body: { action: 'deactivate', selection: { userIds: [org.colleague.userId] } },
  }),
  // Starts a test at the identity provider, which is recorded when the browser returns.
  'POST /api/admin/sign-on/test': () => ({}),
  // Changes nothing without the TXT record; the tests of domains find its entry.
  'POST /api/admin/sign-on/domains/{domain}/verification': ({ domain }) => ({ ids: { domain } }),
  // Uploading and checking a file does not change anyone. The job writes the entries of an import.
  'POST /api/admin/people/import': () => ({
    body: Buffer.from('Email\n'),
    headers: { 'content-type': 'text/csv' },
  }),
  'POST /api/admin/people/import/{importId}/check': () => ({
    body: { mapping: ['emailAddress', 'firstName', 'lastName'], createsDepartments: true },
  }),
  'POST /api/admin/people/import/{importId}/apply': () => ({ body: { sendsInvitations: false } }),
  'POST /api/admin/people/import/{importId}/revert': () => ({}),
  // These calls only send messages.
  'POST /api/admin/webhooks/{endpointId}/test': () => ({}),
  'POST /api/admin/webhooks/deliveries/{deliveryId}/replay': () => ({}),
  // Keeps only the result of the check.
  'POST /api/admin/audit/check': () => ({}),
};

/** Queries of reads that find personal data. */
export const reads: Record<string, (world: World) => Call> = {
  'GET /api/admin/people': () => ({ query: 'search=secret-mailbox' }),
};
