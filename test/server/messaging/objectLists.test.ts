import type PubNub from 'pubnub';
import { keys, startService, type TestService } from './service.ts';

describe('lists of App Context', () => {
  let service: TestService;
  let client: PubNub;
  beforeAll(async () => {
    service = await startService();
    client = service.client({ userId: 'ada' });
    for (const [n, name] of ['Anna', 'Bert', 'Carl', 'Dora', 'anton'].entries()) {
      await client.objects.setUUIDMetadata({
        uuid: `p${n}`,
        data: { name, status: n % 2 === 0 ? 'even' : 'odd', custom: { age: 30 + n, tag: "it's" } },
      });
    }
  });
  afterAll(() => service.close());

  const names = async (query: Record<string, unknown>) => {
    const { data } = await client.objects.getAllUUIDMetadata(query);
    return data.filter(({ id }) => /^p\d$/.test(id)).map(({ name }) => name);
  };

  it.each([
    [`name LIKE 'a*'`, ['Anna', 'anton']],
    [`name == 'Bert' || name == "Dora"`, ['Bert', 'Dora']],
    [`custom.age >= 32 && custom.age < 34`, ['Carl', 'Dora']],
    [`custom.tag == 'it\\'s' && !(status == 'even')`, ['Bert', 'Dora']],
    [`custom.none > 1`, []],
    [`custom.tag > 1`, []],
    [`id == 'p3'`, ['Dora']],
    [`email == null && name == 'Carl'`, ['Carl']],
    [`'Carl' <= name && name != 'anton' && id LIKE 'p_'`, []],
  ])('can be filtered by %s', async (filter, expected) => {
    expect(await names({ filter })).toEqual(expected);
  });

  it('can be sorted, and paged in both directions', async () => {
    const filter = `id LIKE 'p*' && custom.age >= 30`;
    expect(await names({ filter, sort: { name: 'desc' } })).toEqual(
      ['anton', 'Dora', 'Carl', 'Bert', 'Anna'].toSorted(collate).toReversed(),
    );
    const first = await client.objects.getAllUUIDMetadata({
      filter,
      limit: 2,
      include: { totalCount: true },
    });
    expect(first.totalCount).toBe(5);
    const second = await client.objects.getAllUUIDMetadata({
      filter,
      limit: 2,
      page: { next: first.next! },
    });
    expect(second.data.map(({ id }) => id)).toEqual(['p2', 'p3']);
    const back = await client.objects.getAllUUIDMetadata({
      filter,
      limit: 2,
      page: { prev: second.prev! },
    });
    expect(back.data.map(({ id }) => id)).toEqual(['p0', 'p1']);
  });

  it.each([
    ['filter', `name ==`],
    ['filter', `secret == 1`],
    ['filter', `${'('.repeat(60)}name == 1${')'.repeat(60)}`],
    ['sort', `name; drop table messaging.users`],
    ['sort', 'etag:desc'],
    ['start', 'nonsense!'],
    ['limit', '-1'],
  ])('reject a %s of %s', async (name, value) => {
    const reply = await service.get(`/v2/objects/${keys.subscribeKey}/uuids`, { [name]: value });
    expect(reply).toMatchObject({ status: 400, body: { status: 400, error: { source: 'objects' } } });
  });

  it('contain the number of members, and have pages until a page is empty', async () => {
    const uuids = ['p0', 'p1', 'p2', 'p3', 'p4'];
    await client.objects.setChannelMembers({ channel: 'paged', uuids });
    const seen: string[] = [];
    for (let next: string | undefined, isOver = false; !isOver; ) {
      const page = await client.objects.getChannelMembers({
        channel: 'paged',
        limit: 2,
        sort: { 'uuid.id': 'asc' },
        include: { totalCount: true },
        ...(next && { page: { next } }),
      });
      expect(page.totalCount).toBe(5);
      seen.push(...page.data.map(({ uuid }) => uuid.id));
      next = page.next;
      isOver = page.data.length === 0;
    }
    expect(seen).toEqual(uuids);
  });

  it('include the metadata of members on request', async () => {
    await client.objects.setChannelMembers({ channel: 'staff', uuids: ['p0', 'p1', 'stranger'] });
    const { data } = await client.objects.getChannelMembers({
      channel: 'staff',
      include: { UUIDFields: true, customUUIDFields: true },
      sort: { 'uuid.name': 'desc' },
    });
    expect(data.map(({ uuid }) => [uuid.id, 'name' in uuid ? uuid.name : undefined])).toEqual([
      ['p1', 'Bert'],
      ['p0', 'Anna'],
      ['stranger', undefined],
    ]);
    const filtered = await client.objects.getChannelMembers({
      channel: 'staff',
      filter: `uuid.name LIKE 'b*'`,
    });
    expect(filtered.data.map(({ uuid }) => uuid.id)).toEqual(['p1']);
  });
});

const collate = (a: string, b: string) => (a < b ? -1 : 1);
