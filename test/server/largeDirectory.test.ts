import type { Person } from '#contract/people.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

interface People {
  data: Person[];
  isComplete: boolean;
}
/** Together with the 6 people of every test organisation, 106 people: more than one page. */
const MORE = 2_100;

describe('the directory of a large organisation', () => {
  let api: TestApi;
  let org: Awaited<ReturnType<TestApi['organisation']>>;
  let get: <T>(path: string) => Promise<{ status: number; body: T }>;
  beforeAll(async () => {
    api = await startApi();
    org = await api.organisation();
    await api.pool.query(
      `insert into users (id, tenant_id, uuid, email, first_name, last_name, status, help_topics)
       select 1000000 + n, $1, 'large-' || n, 'large' || n || '@large.example', 'Zoë' || n % 7, 'Large' || lpad(n::text, 5, '0'),
         case when n % 50 = 0 then 'deactivated' else 'active' end, case when n = 7 then '{Négociation}'::text[] else '{}' end
       from generate_series(1, ${MORE}) as n`,
      [org.tenantId],
    );
    const learner = await api.as(org, org.learner);
    get = (path) => learner.get(path);
  });
  afterAll(() => api.close());
  const names = ({ data }: People) => data.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

  it('is not sent to a client that loads only small directories', async () => {
    expect((await get<People>('/api/users?department=0&ifAtMost=2000')).body).toEqual({
      data: [],
      isComplete: false,
    });
    const other = await api.organisation();
    const { body } = await (await api.as(other, other.learner)).get<People>(
      '/api/users?department=0&ifAtMost=2000',
    );
    expect([body.data.length, body.isComplete]).toEqual([6, true]);
  });

  it('is listed completely in pages', async () => {
    const first = (await get<People>('/api/users?department=0')).body;
    expect([first.data.length, first.isComplete]).toEqual([2_000, false]);
    const rest = (await get<People>(`/api/users?department=0&after=${first.data.at(-1)?.userId}`)).body;
    expect([rest.data.length, rest.isComplete]).toEqual([MORE + 6 - 2_000, true]);
    expect(new Set([...first.data, ...rest.data].map(({ userId }) => userId)).size).toBe(MORE + 6);
  });

  it('is searched by the words of a name, by email address and by topic, without accents', async () => {
    const search = async (text: string) =>
      (await get<People>(`/api/users/search?text=${encodeURIComponent(text)}`)).body;
    expect(names(await search('zoe large00003'))).toEqual(['Zoë3 Large00003']);
    expect(names(await search('LARGE12@'))).toEqual(['Zoë5 Large00012']);
    expect(names(await search('nego'))).toEqual(['Zoë0 Large00007']);
    expect((await search('zo')).data).toHaveLength(50);
    expect(names(await search('large00050'))).toEqual([]); // deactivated
    expect(await search('unknown')).toEqual({ data: [] });
  });

  it('returns people by id, but not people from other organisations', async () => {
    const other = await api.organisation();
    const { body } = await get<People>(
      `/api/users/known?ids=${org.manager.userId},${other.manager.userId},4000000000`,
    );
    expect(body.data.map(({ userId }) => userId)).toEqual([org.manager.userId]);
    const tooMany = await get<{ fields: object }>(
      `/api/users/known?ids=${Array.from({ length: 101 }, (_, n) => n + 1).join(',')}`,
    );
    expect([tooMany.status, Object.keys(tooMany.body.fields)]).toEqual([400, ['ids']]);
  });
});
