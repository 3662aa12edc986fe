import type { SearchResults } from '#contract/search.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function setUp() {
  const org = await api.organisation();
  const search = async (who: Role, text: string) => {
    const person = await api.as(org, org[who]);
    return (await person.get<SearchResults>(`/api/search?q=${encodeURIComponent(text)}`)).body;
  };
  const rename = (who: Role, firstName: string, lastName: string) =>
    api.pool.query('update users set first_name = $1, last_name = $2 where id = $3', [
      firstName,
      lastName,
      org[who].userId,
    ]);
  return { org, search, rename };
}
const ids = ({ people }: SearchResults) => people.map(({ userId }) => userId);

describe('the search', () => {
  it('finds people by the start of their names and addresses, ignoring case and accents', async () => {
    const { org, search, rename } = await setUp();
    await rename('coach', 'Zoë', 'van der Berg');
    for (const text of ['zoe', 'VAN', 'zo berg', 'der  zo', 'coach@'])
      expect(ids(await search('learner', text))).toEqual([org.coach.userId]);
    expect(ids(await search('learner', 'oe'))).toEqual([]);
    expect(await search('learner', `Zoë' | \\ %`)).toEqual({ people: [], programs: [], topics: [] });
  });

  it('lists direct reports first, and never the viewer, invited or deactivated people', async () => {
    const { org, search } = await setUp();
    await api.pool.query(`update users set status = 'invited' where id = $1`, [org.newcomer.userId]);
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    const found = await search('manager', 'person');
    expect(found.people.map(({ userId, isReport }) => [userId, isReport])).toEqual([
      [org.learner.userId, true],
      [org.admin.userId, false],
      [org.coach.userId, false],
    ]);
    expect(Object.keys(found.people[0] ?? {})).not.toContain('emailAddress');
  });

  it('finds programs that the viewer takes part in or may invite people to, and topics of the viewer’s programs', async () => {
    const { org, search } = await setUp();
    const program = { programId: org.programId, programName: 'A program' };
    const first = { topicId: org.topicIds[0], title: 'First topic', ...program };
    const own = { ...program, canOpen: true, canInvite: false };
    expect(await search('learner', 'prog')).toMatchObject({ programs: [own], topics: [] });
    expect(await search('learner', 'to fi')).toMatchObject({ programs: [], topics: [first] });
    for (const who of ['manager', 'admin'] as const)
      expect(await search(who, 'prog')).toMatchObject({
        programs: [{ ...program, canOpen: false, canInvite: true }],
      });
    expect(await search('manager', 'first')).toMatchObject({ topics: [] });
    expect(await search('colleague', 'prog')).toMatchObject({ programs: [] });

    await api.pool.query(`update programs set status = 'archived' where id = $1`, [org.programId]);
    for (const who of ['learner', 'manager', 'admin'] as const) {
      expect(await search(who, 'prog')).toMatchObject({ programs: [] });
      expect(await search(who, 'first')).toMatchObject({ topics: [] });
    }
  });

  it('finds nothing of another organisation', async () => {
    const [{ search }, theirs] = [await setUp(), await setUp()];
    await theirs.rename('learner', 'Xaverine', 'Elsewhere');
    await api.pool.query(`update programs set name = 'Xylophones' where id = $1`, [theirs.org.programId]);
    for (const text of ['xaverine', 'xylophones'])
      expect(await search('admin', text)).toEqual({ people: [], programs: [], topics: [] });
  });

  it('requires 2 to 80 characters', async () => {
    const { org } = await setUp();
    const learner = await api.as(org, org.learner);
    for (const text of ['', 'a', ' a ', 'a'.repeat(81)]) {
      const { status, body } = await learner.get(`/api/search?q=${encodeURIComponent(text)}`);
      expect([text, status, Object.keys(body.fields as object)]).toEqual([text, 400, ['q']]);
    }
  });
});
