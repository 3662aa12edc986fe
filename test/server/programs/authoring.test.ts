import type { AuditLog } from '#contract/administration/audit.ts';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { Content } from '#contract/learning/content.ts';
import type { TopicComparison } from '#contract/learning/topicVersions.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { aQuiz, aStep, personOf } from './programsApi.ts';
import { createTopic } from './topicsApi.ts';

jest.setTimeout(60_000); // creating databases takes a long time

type Refusal = { code: string; fields?: Record<string, string> };
type Caller = Awaited<ReturnType<TestApi['as']>>;

const publish = (author: Caller, { topicId, version }: AuthoredTopic, notes: string | null = null) =>
  author.post<AuthoredTopic & Refusal>(`/api/topics/${topicId}/versions`, { version, notes });

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  });
  afterAll(() => api.close());

  it('publishes once, and saves one of several simultaneous changes', async () => {
    const org = await api.organisation();
    const author = await api.as(org, org.coach);
    const topic = await createTopic(author);
    const saves = await Promise.all(
      ['One', 'Two', 'Three'].map((title) =>
        author.patch<AuthoredTopic>(`/api/topics/${topic.topicId}`, { version: topic.version, title }),
      ),
    );
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    const saved = saves.find(({ status }) => status === 200)!.body;
    const answers = await Promise.all([1, 2, 3].map(() => publish(author, saved)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set([...saves, ...answers].map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { body } = await author.get<AuthoredTopic>(`/api/topics/${topic.topicId}`);
    expect([body.state, body.hasDraft, body.versions.map(({ n }) => n)]).toEqual(['published', false, [1]]);
  });
});

describe('a topic', () => {
  let api: TestApi;
  let org: TestOrganisation;
  let author: Caller;
  beforeAll(async () => {
    api = await startApi();
    org = await api.organisation();
    author = await api.as(org, org.coach);
  });
  afterAll(() => api.close());
  const read = async (topicId: string) => (await author.get<AuthoredTopic>(`/api/topics/${topicId}`)).body;

  it('starts as a draft that may be incomplete, and reports by field what prevents publishing', async () => {
    const { status, body } = await author.post<AuthoredTopic>('/api/topics', { title: 'New' });
    expect([status, body.state, body.steps, body.owner?.userId]).toEqual([
      201,
      'draft',
      [],
      org.coach.userId,
    ]);
    const quiz = structuredClone(aQuiz);
    if (quiz.kind === 'quiz') quiz.questions[0]!.options[1]!.reason = '';
    const { body: saved } = await author.patch<AuthoredTopic>(`/api/topics/${body.topicId}`, {
      version: body.version,
      title: '',
      steps: [aStep({ title: '', minutes: null, body: '', kind: 'challenge', challenge: quiz })],
    });
    expect(saved.problems).toEqual({
      title: 'is missing',
      behaviorName: 'is missing',
      description: 'is missing',
      'steps.0.title': 'is missing',
      'steps.0.minutes': 'are missing',
      'steps.0.body': 'is missing',
      'steps.0.challenge.questions.0.options.1.reason': 'is missing',
    });
    expect(await publish(author, saved)).toMatchObject({ status: 422, body: { fields: saved.problems } });
    expect((await read(body.topicId)).versions).toEqual([]);
  });

  it('publishes a link with its full address, and refuses any other address', async () => {
    const topic = await createTopic(author, 'Links');
    const url = `/api/topics/${topic.topicId}`;
    const addresses = [
      '',
      'javascript:alert(1)',
      'mailto:a@b.example',
      'https://user:x@site.example',
      'site',
    ];
    const { body: draft } = await author.patch<AuthoredTopic>(url, {
      version: topic.version,
      steps: [
        ...addresses.map((address) => aStep({ kind: 'link', url: address })),
        aStep({ url: 'https://a.example' }),
      ],
    });
    expect(Object.entries(draft.problems)).toEqual([
      ['steps.0.url', 'is missing'],
      ...[1, 2, 3, 4].map((n) => [
        `steps.${n}.url`,
        'must be a page on the web, such as https://example.com/page',
      ]),
      ['steps.5.url', 'is only allowed in link steps'],
    ]);
    const { body: corrected } = await author.patch<AuthoredTopic>(url, {
      version: draft.version,
      steps: [aStep({ kind: 'link', url: ' site.example/a?q=1 ' })],
    });
    const { body: published } = await publish(author, corrected);
    expect(published.steps[0]?.url).toBe('https://site.example/a?q=1');
  });

  it('keeps a published version unchanged while the next draft is edited', async () => {
    const { body: first } = await publish(author, await createTopic(author));
    expect(first).toMatchObject({ state: 'published', hasDraft: false, problems: {} });
    const url = `/api/topics/${first.topicId}`;
    const { body: draft } = await author.patch<AuthoredTopic>(url, {
      version: first.version,
      title: 'Ask twice',
      steps: [...first.steps.slice(0, 1), aStep({ title: 'Look back', after: [first.steps[0]!.stepKey] })],
    });
    expect([draft.hasDraft, draft.title, draft.versions.length]).toEqual([true, 'Ask twice', 1]);
    // All versions except the first need notes.
    expect(await publish(author, draft)).toMatchObject({
      status: 422,
      body: { fields: { notes: 'is missing' } },
    });
    const { body: second } = await publish(author, draft, 'Shorter');
    expect(second.steps.map(({ title }) => title)).toEqual(['Read', 'Look back']);
    expect(second.steps.map(({ stepKey }) => stepKey)).toEqual(draft.steps.map(({ stepKey }) => stepKey));
    expect(second.steps[1]!.after).toEqual([first.steps[0]!.stepKey]);
    expect(await publish(author, second, 'Again')).toMatchObject({ status: 422 });
    const { rows } = await api.pool.query<{ title: string }>(
      'select title from topic_steps where topic_id = $1 and n = 1 order by position',
      [first.topicId],
    );
    expect(rows.map(({ title }) => title)).toEqual(['Read', 'Try']);
  });

  it('keeps the work of learners when an editor that was open during publishing saves its draft', async () => {
    const own = await api.organisation();
    const [first, second] = [await api.as(own, own.coach), await api.as(own, own.admin)];
    const opened = await createTopic(first);
    const url = `/api/topics/${opened.topicId}`;
    const { body: published } = await publish(second, opened);
    // The page of the first author still has the steps of the draft.
    const { body: draft } = await first.patch<AuthoredTopic>(url, {
      version: published.version,
      title: 'Ask first, always',
      steps: opened.steps,
    });
    const { body: comparison } = await first.get<TopicComparison>(`${url}/comparison`);
    expect(comparison.removed).toEqual([]);
    const { body: next } = await publish(first, draft, 'New title');
    expect(next.steps.map(({ stepKey }) => stepKey)).toEqual(published.steps.map(({ stepKey }) => stepKey));
  });

  it('gives the key to one of two topics that are published at the same time', async () => {
    const steps = [aStep()];
    const drafts = await Promise.all(
      ['One', 'Two'].map(async (title) => {
        const { topicId, version } = await createTopic(author, title);
        return (
          await author.patch<AuthoredTopic>(`/api/topics/${topicId}`, { version, title: `${title}!`, steps })
        ).body;
      }),
    );
    const answers = await Promise.all(drafts.map((draft) => publish(author, draft)));
    const keys = answers.map(({ body }) => body.steps[0]!.stepKey);
    expect(new Set(keys).size).toBe(2);
    expect(keys).toContain(steps[0]!.stepKey);
  });

  it('keeps formatted text in drafts and versions, and names elements that are not allowed', async () => {
    const topic = await createTopic(author, 'Formatted');
    const url = `/api/topics/${topic.topicId}`;
    const document = (node: object) => ({
      type: 'doc',
      content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Why' }] }, node],
    });
    const list = document({ type: 'bulletList', content: [] });
    const save = (node: object) =>
      author.patch<AuthoredTopic & Refusal>(url, {
        version: topic.version,
        steps: [
          aStep({ title: 'Read', body: 'Ignored', document: node as never }),
          aStep({ title: 'Plain' }),
        ],
      });
    const refused = await save(document({ type: 'script', content: [] }));
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'steps.0.document': 'contains “script”, which is not allowed here' },
    ]);
    const { body: draft } = await save(list);
    expect(draft.steps.map(({ body, document: saved }) => [body, saved ?? null])).toEqual([
      ['Why', list],
      [aStep().body, null],
    ]);
    const { body: published } = await publish(author, draft);
    expect(published.problems).toEqual({});
    expect(published.steps[0]!.document).toEqual(list);
    expect(published.steps[1]!.document).toBeNull();
  });

  it('never reuses a step key from another topic', async () => {
    const topic = await createTopic(author);
    const stolen = org.stepKeys[0]![0]!;
    const { body: draft } = await author.patch<AuthoredTopic>(`/api/topics/${topic.topicId}`, {
      version: topic.version,
      steps: [aStep({ stepKey: stolen })],
    });
    const { body } = await publish(author, draft);
    expect(body.steps[0]!.stepKey).not.toBe(stolen);
  });

  it('is copied with its content and without its versions', async () => {
    const { body: original } = await publish(author, await createTopic(author, 'Original'));
    const { status, body } = await author.post<AuthoredTopic>(`/api/topics/${original.topicId}/copies`);
    expect([status, body.title, body.state, body.versions]).toEqual([201, 'Copy of Original', 'draft', []]);
    expect(body.steps.map(({ title }) => title)).toEqual(['Read', 'Try']);
    expect(body.steps.map(({ stepKey }) => stepKey)).not.toEqual(
      original.steps.map(({ stepKey }) => stepKey),
    );
  });

  it('is retired and restored, and each of these changes is in the audit log', async () => {
    const { body: topic } = await publish(author, await createTopic(author, 'Soon retired'));
    const retire = (version: number, isRetired: boolean) =>
      author.put<AuthoredTopic>(`/api/topics/${topic.topicId}/retirement`, { version, isRetired });
    const { body: retired } = await retire(topic.version, true);
    expect(retired.state).toBe('retired');
    expect(await publish(author, retired)).toMatchObject({ status: 422 });
    expect((await retire(topic.version, false)).status).toBe(409);
    expect((await retire(retired.version, false)).body.state).toBe('published');
    const admin = await api.as(org, org.admin);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
    expect(
      log.data
        .filter(({ subject }) => subject.id === topic.topicId)
        .map(({ action, subject }) => [action, subject.name]),
    ).toEqual([
      ['topic.restored', 'Soon retired'],
      ['topic.retired', 'Soon retired'],
      ['topic.published', 'Soon retired'],
      ['topic.created', 'Soon retired'],
    ]);
  });

  it('can be reviewed by another author, who asks for changes or publishes it', async () => {
    const admin = await api.as(org, org.admin);
    const topic = await createTopic(author, 'To be reviewed');
    const url = `/api/topics/${topic.topicId}`;
    const ask = (version: number, isAsked = true, by = author) =>
      by.put<AuthoredTopic & Refusal>(`${url}/review`, { version, isAsked });
    const comment = (version: number, by = admin) =>
      by.post<AuthoredTopic & Refusal>(`${url}/review/comments`, { version, comment: 'Say why.' });
    const { body: incomplete } = await author.patch<AuthoredTopic>(url, {
      version: topic.version,
      description: '',
    });
    expect(await ask(incomplete.version)).toMatchObject({
      status: 422,
      body: { fields: { description: expect.any(String) } },
    });
    const { body: draft } = await author.patch<AuthoredTopic>(url, {
      version: incomplete.version,
      description: 'Complete',
    });
    expect((await comment(draft.version)).status).toBe(422);
    const { body: asked } = await ask(draft.version);
    expect([asked.state, asked.review.asked?.by?.userId]).toEqual(['in_review', org.coach.userId]);
    const { body: library } = await admin.get<Content>('/api/content?state=in_review');
    expect(library.data.map(({ title }) => title)).toEqual(['To be reviewed']);

    // The author who asked cannot answer, but can take the request back.
    for (const answer of [
      await publish(author, asked),
      await comment(asked.version, author),
      await ask(asked.version, false, admin),
    ])
      expect(answer.status).toBe(422);
    const { body: withdrawn } = await ask(asked.version, false);
    expect([withdrawn.state, withdrawn.review.asked]).toEqual(['draft', null]);

    const { body: again } = await ask(withdrawn.version);
    const { body: returned } = await comment(again.version);
    expect([returned.state, returned.review]).toEqual([
      'draft',
      {
        asked: null,
        comment: {
          by: expect.objectContaining({ userId: org.admin.userId }),
          text: 'Say why.',
          at: expect.any(String),
        },
      },
    ]);
    const { body: last } = await ask(returned.version);
    expect(last.review.comment).toBeNull();
    const { body: published } = await publish(admin, last);
    expect([published.state, published.review.asked]).toEqual(['published', null]);
    await until(async () => (await api.outbox.countPending()) === 0);
    const sent = (userId: number) =>
      api.messaging.published
        .filter(({ channel }) => channel === `notif_T${org.tenantId}_U${userId}`)
        .map(({ message }) => JSON.stringify(message))
        .filter((text) => text.includes('To be reviewed'))
        .map((text) => /TOPIC_REVIEW_\w+|"answer":"(\w+)"/.exec(text)?.[0]);
    expect(sent(org.admin.userId)).toEqual(Array(3).fill('TOPIC_REVIEW_REQUESTED'));
    expect(sent(org.coach.userId)).toHaveLength(2);
  });

  it('compares versions, counts the learners who are offered a version, and restores the same steps', async () => {
    const own = await api.organisation();
    const writer = await api.as(own, own.coach);
    const url = `/api/topics/${own.topicIds[0]}`;
    const { body: first } = await writer.get<AuthoredTopic>(url);
    const [gone, ...kept] = first.steps;
    const { body: draft } = await writer.patch<AuthoredTopic>(url, {
      version: first.version,
      title: 'Renamed',
      steps: [...kept.map((step) => ({ ...step, after: [] })), aStep({ title: 'Added' })],
    });
    const learner = await api.as(own, own.learner);
    await learner.put(`/api/programs/${own.programId}/steps/${gone!.stepKey}/record`, { done: true });
    const compare = async (query: string) =>
      (await writer.get<TopicComparison>(`${url}/comparison?${query}`)).body;
    const comparison = await compare('from=1');
    expect(comparison).toMatchObject({
      from: { n: 1, title: first.title },
      to: { n: null, publishedAt: null, title: 'Renamed' },
      learners: { completed: 0, inProgress: 1, notStarted: 0 },
      removed: [{ stepKey: gone!.stepKey, title: gone!.title, learners: 1 }],
    });
    expect((await writer.get(`${url}/comparison?from=1&to=2`)).status).toBe(404);
    expect((await learner.get(`${url}/comparison?from=1`)).status).toBe(404);
    const { body: second } = await publish(writer, draft, 'Shorter');
    expect((await compare('from=1&to=2')).to.title).toBe('Renamed');
    expect(await writer.post(`${url}/draft`, { version: draft.version, n: 1 })).toMatchObject({
      status: 409,
    });
    expect(await writer.post(`${url}/draft`, { version: second.version, n: 3 })).toMatchObject({
      status: 404,
    });
    const { body: restored } = await writer.post<AuthoredTopic>(`${url}/draft`, {
      version: second.version,
      n: 1,
    });
    expect([restored.hasDraft, restored.title, restored.steps]).toEqual([true, first.title, first.steps]);
  });

  it('shows where it is used and how many learners work on each version', async () => {
    const own = await api.organisation();
    const writer = await api.as(own, own.coach);
    const usesOf = async (topic: number) =>
      (await writer.get<AuthoredTopic>(`/api/topics/${own.topicIds[topic]}`)).body.usedIn;
    expect(await usesOf(0)).toEqual([
      {
        programId: own.programId,
        programName: 'A program',
        status: 'active',
        learners: [{ n: 1, count: 1 }],
      },
    ]);
    // A topic that is not selected or already completed gets no newer version.
    expect(await usesOf(2)).toMatchObject([{ programName: 'A program', learners: [] }]);
    const learner = await personOf(api, own, own.learner);
    await learner.doAllSteps(0);
    expect((await learner.complete(0)).status).toBe(200);
    expect(await usesOf(0)).toMatchObject([{ programName: 'A program', learners: [] }]);
  });

  it('is for authors, including administrators, and refuses owners who are not authors', async () => {
    const learner = await api.as(org, org.learner);
    expect((await learner.get('/api/content')).status).toBe(404);
    expect((await learner.post('/api/topics', { title: 'Mine' })).status).toBe(404);
    await api.pool.query('update users set may_author = false where id = $1', [org.admin.userId]);
    const admin = await api.as(org, org.admin);
    const topic = await createTopic(admin, 'By an administrator');
    const own = (ownerId: number) =>
      author.patch<Refusal>(`/api/topics/${topic.topicId}`, { version: topic.version, ownerId });
    expect(await own(org.learner.userId)).toMatchObject({
      status: 422,
      body: { fields: { ownerId: 'is not an author' } },
    });
    expect((await own(org.coach.userId)).status).toBe(200);
  });
});
