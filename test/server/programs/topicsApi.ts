import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { TestApi } from '#test/support/api.ts';
import { aStep } from './programsApi.ts';

type Caller = Awaited<ReturnType<TestApi['as']>>;

const complete = (title: string) => ({
  title,
  behaviorName: 'Asks one open question',
  description: 'How to ask before you tell',
  steps: [aStep({ title: 'Read' }), aStep({ title: 'Try', kind: 'practice', goal: 3 })],
});

/** A draft that can be published. */
export async function createTopic(author: Caller, title = 'Ask first'): Promise<AuthoredTopic> {
  const { body } = await author.post<AuthoredTopic>('/api/topics', { title });
  const saved = await author.patch<AuthoredTopic>(`/api/topics/${body.topicId}`, {
    version: body.version,
    ...complete(title),
  });
  expect(saved.status).toBe(200);
  return saved.body;
}
