import type { Challenge } from '#contract/challenges.ts';
import type { Goals } from '#contract/enrolment.ts';
import type { Program } from '#contract/programs.ts';
import type { AuthoredTopic, NewTopicVersion } from '#contract/topics.ts';
import type { TestOrganisation, TestPerson } from '#test/support/anOrganisation.ts';
import type { TestApi } from '#test/support/api.ts';
import { until } from '#test/support/api.ts';

/** What a person does, in few words, against the real API. */
export async function personOf(api: TestApi, org: TestOrganisation, person: TestPerson) {
  const call = await api.as(org, person);
  const url = `/api/programs/${org.programId}`;
  const read = async () => (await call.get<Program>(url)).body;
  return {
    ...call,
    url,
    read,
    topicUrl: (topic: number, rest: string) => `${url}/topics/${org.topicIds[topic]}/${rest}`,
    stepUrl: (topic: number, step: number, rest: string) =>
      `${url}/steps/${org.stepKeys[topic]?.[step]}/${rest}`,
    /** Chooses these topics, by what was read just before. */
    async choose(topics: number[], words: Partial<Pick<Goals['topics'][number], 'why' | 'ifThenPlan'>> = {}) {
      const { version } = await read();
      return call.put<Program>(`${url}/goals`, {
        version,
        topics: topics.map((index) => ({
          topicId: org.topicIds[index],
          why: null,
          ifThenPlan: null,
          ...words,
        })),
      });
    },
    complete: (topic: number) => call.put(`${url}/topics/${org.topicIds[topic]}/completion`),
    /** Does every step of a topic. */
    async doAll(topic: number) {
      for (const key of org.stepKeys[topic] ?? [])
        await call.put(`${url}/steps/${key}/record`, { done: true, tally: 2, answer: 'Words' });
    },
  };
}

/** The newest version of a topic with something changed, published by an author. */
export async function publish(
  api: TestApi,
  org: TestOrganisation,
  topic: number,
  change: (steps: NewTopicVersion['steps']) => NewTopicVersion['steps'],
) {
  const author = await api.as(org, org.coach);
  const url = `/api/topics/${org.topicIds[topic]}`;
  const { body } = await author.get<AuthoredTopic>(url);
  return author.post<AuthoredTopic>(`${url}/versions`, {
    basedOn: body.version,
    notes: 'Mended and made longer',
    steps: change(body.steps),
  });
}

export const aStep = (
  over: Partial<NewTopicVersion['steps'][number]> = {},
): NewTopicVersion['steps'][number] => ({
  stepKey: null,
  title: 'New step',
  kind: 'content',
  minutes: 5,
  required: true,
  body: 'Words',
  goal: null,
  challenge: null,
  after: [],
  ...over,
});

export const aQuiz: Challenge = {
  kind: 'quiz',
  passAt: 100,
  questions: [
    {
      key: 'q1',
      text: 'What comes first?',
      kind: 'single',
      options: [
        { key: 'ask', text: 'A question', isRight: true, reason: 'A question opens.' },
        { key: 'tell', text: 'An answer', isRight: false, reason: 'An answer closes.' },
      ],
    },
    {
      key: 'q2',
      text: 'What helps?',
      kind: 'multiple',
      options: [
        { key: 'wait', text: 'Waiting', isRight: true, reason: 'Silence is filled.' },
        { key: 'note', text: 'A note', isRight: true, reason: 'It is remembered.' },
        { key: 'rush', text: 'Hurry', isRight: false, reason: 'Hurry shuts people up.' },
      ],
    },
  ],
};

/** What was published to a person, once everything has gone out. */
export async function heardBy(api: TestApi, org: TestOrganisation, { userId }: TestPerson) {
  await until(async () => (await api.outbox.countWaiting()) === 0);
  return api.messaging.published
    .filter(({ channel }) => channel === `notif_T${org.tenantId}_U${userId}`)
    .map(({ message }) => message);
}
