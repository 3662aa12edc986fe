import type { Content } from '#contract/learning/content.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { createTopic } from './topicsApi.ts';

jest.setTimeout(60_000); // creating databases takes a long time

describe('the library', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('finds topics by words, tag, state and owner, and counts the states', async () => {
    const org = await api.organisation();
    const author = await api.as(org, org.coach);
    const list = async (query = '') =>
      (await author.get<Content>(`/api/content${query && `?${query}`}`)).body;
    const titles = async (query: string) => (await list(query)).data.map(({ title }) => title);
    const topic = await createTopic(author, 'Café talks');
    await author.patch(`/api/topics/${topic.topicId}`, { version: topic.version, tags: ['Talks'] });
    const all = await list();
    expect(all.data[0]).toMatchObject({
      title: 'Café talks',
      state: 'draft',
      newest: null,
      hasDraft: true,
      kinds: ['content', 'practice'],
      minutes: 10,
      programs: [],
      owner: { userId: org.coach.userId },
    });
    expect(all.data.find(({ title }) => title === 'First topic')).toMatchObject({
      state: 'published',
      newest: 1,
      minutes: 15,
      programs: [{ programName: 'A program' }],
      learners: 1,
    });
    // The learner has not selected this topic of the program.
    expect(all.data.find(({ title }) => title === 'Third topic')).toMatchObject({
      programs: [{ programName: 'A program' }],
      learners: 0,
    });
    expect([all.total, all.counts, all.tags]).toEqual([
      4,
      { draft: 1, in_review: 0, published: 3, retired: 0 },
      ['Talks'],
    ]);
    expect(await titles('search=cafe%20ta')).toEqual(['Café talks']);
    expect(await titles('tag=Talks')).toEqual(['Café talks']);
    expect(await titles(`ownerId=${org.coach.userId}`)).toEqual(['Café talks']);
    expect(await titles('state=published')).toHaveLength(3);
    expect((await list('state=draft&limit=1')).total).toBe(1);
    expect((await author.get('/api/content?state=none')).status).toBe(400);
    expect((await list('search=%25')).data).toEqual([]);
  });
});
