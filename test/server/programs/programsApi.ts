import type { AuthoredTopic, DraftStep } from '#contract/learning/authoring.ts';
import type { Challenge } from '#contract/learning/challenges.ts';
import type { Goals } from '#contract/learning/enrolment.ts';
import type { Program } from '#contract/learning/programs.ts';
import { newId } from '#server/db/ids.ts';
import type { TestApi } from '#test/support/api.ts';
import { until } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

/** A signed-in person with short helpers for the program routes of the real API. */
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
    /** Selects these topics, based on the current version. */
    async select(topics: number[], texts: Partial<Pick<Goals['topics'][number], 'why' | 'ifThenPlan'>> = {}) {
      const { version } = await read();
      return call.put<Program>(`${url}/goals`, {
        version,
        topics: topics.map((index) => ({
          topicId: org.topicIds[index],
          why: null,
          ifThenPlan: null,
          ...texts,
        })),
      });
    },
    complete: (topic: number) => call.put(`${url}/topics/${org.topicIds[topic]}/completion`),
    /** Records every step of a topic as done. */
    async doAllSteps(topic: number) {
      for (const key of org.stepKeys[topic] ?? [])
        await call.put(`${url}/steps/${key}/record`, { done: true, tally: 2, answer: 'Text' });
    },
  };
}

/** Saves changed steps of a topic as an author, and publishes them. */
export async function publishVersion(
  api: TestApi,
  org: TestOrganisation,
  topic: number,
  change: (steps: DraftStep[]) => DraftStep[],
) {
  const author = await api.as(org, org.coach);
  const url = `/api/topics/${org.topicIds[topic]}`;
  const { body } = await author.get<AuthoredTopic>(url);
  const { body: saved } = await author.patch<AuthoredTopic>(url, {
    version: body.version,
    steps: change(body.steps),
  });
  return author.post<AuthoredTopic>(`${url}/versions`, {
    version: saved.version,
    notes: 'Corrected and extended',
  });
}

export const aStep = (over: Partial<DraftStep> = {}): DraftStep => ({
  stepKey: newId(),
  title: 'New step',
  kind: 'content',
  minutes: 5,
  required: true,
  body: 'Text',
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

/** The notifications published to a person, after the outbox is empty. */
export async function notificationsFor(api: TestApi, org: TestOrganisation, { userId }: TestPerson) {
  await until(async () => (await api.outbox.countPending()) === 0);
  return api.messaging.published
    .filter(({ channel }) => channel === `notif_T${org.tenantId}_U${userId}`)
    .map(({ message }) => message);
}
