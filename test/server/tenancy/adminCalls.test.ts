import { startApi, type TestApi } from '#test/support/api.ts';
import { type Call, changes, createWorld, harmless, MARKERS, reads, type World } from './adminScenarios.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

interface Document {
  paths: Record<string, Record<string, unknown>>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** All calls of administrators in the OpenAPI document. */
async function adminCalls() {
  const { body } = await api.call<Document>('GET', '/api/openapi.json');
  const calls = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((name) => {
        const method = name.toUpperCase() as Method;
        return { method, path, key: `${method} ${path}` };
      }),
    );
  expect(calls.length).toBeGreaterThan(20);
  return calls;
}

function send(token: string, { method, path }: { method: Method; path: string }, world: World, call: Call) {
  const { org, departmentId, bulkId, importId, tokenId, endpointId } = world;
  const ids: Record<string, string | number> = {
    userId: org.learner.userId,
    departmentId,
    bulkId,
    importId,
    tokenId,
    endpointId,
    ...call.ids,
  };
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 'x'));
  return api.call(method, call.query ? `${url}?${call.query}` : url, {
    headers: { authorization: token, ...call.headers },
    ...(call.body !== undefined && { body: call.body }),
  });
}
const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body));

const countEntries = async ({ org }: World) => {
  const { rows } = await api.pool.query<{ entries: number }>(
    'select count(*)::int as entries from audit_entries where tenant_id = $1',
    [org.tenantId],
  );
  return rows[0]?.entries ?? 0;
};

it('writes an audit entry for every change by an administrator', async () => {
  let world = await createWorld(api);
  for (const call of await adminCalls()) {
    if (call.method === 'GET' || harmless[call.key]) continue;
    const scenario = changes[call.key];
    // A new call needs a scenario that changes something.
    expect([call.key, scenario !== undefined]).toEqual([call.key, true]);
    if (!scenario) continue;
    const change = async () => {
      const before = await countEntries(world);
      const { status, body } = await send(world.admin.token, call, world, scenario(world));
      return { outcome: status < 300 ? 'succeeded' : body, isAudited: (await countEntries(world)) > before };
    };
    let changed = await change();
    if (changed.outcome !== 'succeeded') {
      // An earlier change prevents this one.
      world = await createWorld(api);
      changed = await change();
    }
    expect([call.key, changed]).toEqual([call.key, { outcome: 'succeeded', isAudited: true }]);
  }
}, 120_000);

it('returns no data of an organisation to its learners, managers and coaches, or to administrators of other organisations', async () => {
  const world = await createWorld(api);
  const stranger = await createWorld(api, 'Other');
  const { rows: before } = await stateOf(world);
  const { learner, manager, coach, admin } = world.org;
  const callers = [
    ...(await Promise.all([learner, manager, coach].map((person) => api.as(world.org, person)))).map(
      ({ token }) => ({ token, isAdmin: false }),
    ),
    { token: stranger.admin.token, isAdmin: true },
  ];
  for (const call of await adminCalls()) {
    const scenario = changes[call.key] ?? harmless[call.key] ?? reads[call.key] ?? (() => ({}));
    const scenarioCall = withoutMarkers(scenario(world));
    for (const { token, isAdmin } of callers) {
      const { status, body } = await send(token, call, world, scenarioCall);
      if (!isAdmin || call.path.includes('{')) expect([call.key, status]).toEqual([call.key, 404]);
      for (const secret of [...MARKERS, `@${world.org.domain}`, admin.uuid])
        expect([call.key, textOf(body).includes(secret) && secret]).toEqual([call.key, false]);
    }
  }
  expect((await stateOf(world)).rows).toEqual(before);
}, 120_000);

/** The call with different texts, which the caller's organisation may keep and show. */
const withoutMarkers = (call: Call) =>
  JSON.parse(JSON.stringify(call).replaceAll('Secret', 'Other').replaceAll('secret-', 'other-')) as Call;

/** What administrators can change. */
const stateOf = ({ org }: World) =>
  api.pool.query(
    `select u.id, u.status, u.is_admin, u.manager_id, u.department_id, d.name,
       (select max(seq) from audit_entries as e where e.tenant_id = u.tenant_id) as entries,
       (select analytics_consent from tenants as t where t.id = u.tenant_id) as consent
     from users as u left join departments as d on d.id = u.department_id where u.tenant_id = $1 order by u.id`,
    [org.tenantId],
  );

it('writes no password, token, name, address or administrator’s reason to the log', async () => {
  const world = await createWorld(api);
  for (const call of await adminCalls()) {
    const scenario = reads[call.key] ?? harmless[call.key] ?? changes[call.key] ?? (() => ({}));
    await send(world.admin.token, call, world, scenario(world));
  }
  const secrets = [...MARKERS, world.admin.token, `@${world.org.domain}`, 'correct horse'];
  for (const mail of api.mails)
    for (const [, token] of mail.text.matchAll(/#token=(\S+)/g)) secrets.push(token ?? '');
  expect(api.lines.some((line) => line.includes('/api/admin/people'))).toBe(true);
  for (const secret of secrets) expect(api.lines.filter((line) => line.includes(secret))).toEqual([]);
});
