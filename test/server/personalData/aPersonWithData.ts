import sharp from 'sharp';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { stepRecords } from '#server/db/schema/programs.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { answersWith, checkInOf } from '#test/server/checkIns/checkInsApi.ts';
import type { TestService } from '#test/server/messaging/service.ts';
import { surveysOf } from '#test/server/surveys/surveysApi.ts';
import { fillTables } from '#test/server/tenancy/fillTables.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

export const NAME = { firstName: 'Zephyrine', lastName: 'Quillfeather' };
/** Parts of the texts that the person and other people have written. */
export const SENTENCES = {
  objective: 'walk slower through the warehouse',
  reflection: 'I interrupted Tuesday again',
  chat: 'the violet folder is in the boat',
  edited: 'the yellow folder is in the boat',
  preview: 'Can we talk about my sister',
  topic: 'hurried handovers',
  reason: 'moved to Lisbon with the family',
  checkIn: 'the crane finally turns smoothly',
  checkInDraft: 'the night shift is too loud',
  named: 'the canteen closes before my break',
  surveyDraft: 'my knee hurts on the stairs',
  cancellation: 'my daughter has measles',
  place: 'https://meet.example/chestnut-tree',
};
/** An answer to a confidential survey, which is stored with a code instead of the person. */
export const CONFIDENTIAL = 'the foreman shouts at trainees';
export const ANSWER = 'I will look for it tomorrow';

/** The learner of an organisation with data in every place where Trellis stores something about a person. */
export async function createPersonWithData(api: TestApi, service: TestService) {
  const org = await api.organisation({ stepsDone: 2 });
  const filled = await fillTables(api, org);
  const learner = await api.as(org, org.learner);
  await learner.put('/api/profile', {
    ...NAME,
    title: 'Tester',
    timeZone: 'UTC',
    pronouns: 'zi/zir',
    locale: 'de-DE',
    helpTopics: [SENTENCES.topic],
    version: 1,
  });
  await learner.put('/api/notification-settings', {
    bellOff: [],
    mailOff: ['UNREAD_MESSAGES'],
    mutedUntil: null,
  });
  await learner.post('/api/objectives', {
    title: `I want to ${SENTENCES.objective}`,
    why: SENTENCES.objective,
    measure: { kind: 'text', text: SENTENCES.objective },
    dueOn: null,
    ifThenPlan: SENTENCES.objective,
    topicId: null,
    visibility: 'private',
    state: 'active',
  });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await learner.put('/api/profile/avatar', picture, { 'content-type': 'image/png' });
  // A reflection. Its step does not matter here.
  await asOwner(api.pool, org.tenantId, (tx) => tx.update(stepRecords).set({ answer: SENTENCES.reflection }));
  const admin = await api.as(org, org.admin);
  await admin.patch(`/api/admin/people/${org.learner.userId}`, {
    departmentId: null,
    reason: SENTENCES.reason,
  });

  const channel = chatChannel(org.tenantId, org.learner.userId, org.manager.userId);
  await learner.post('/api/conversations', { peerId: org.manager.userId });
  const publish = async (uuid: string, id: number, details: string) => {
    const message = { user: { id, ...NAME }, details, timestamp: Date.now() };
    return String((await service.owner(uuid).publish({ channel, message })).timetoken);
  };
  for (let n = 0; n < 30; n++) await publish(org.learner.uuid, org.learner.userId, `${SENTENCES.chat} ${n}`);
  const edited = await publish(org.learner.uuid, org.learner.userId, 'a typo');
  await service.owner(org.learner.uuid).addMessageAction({
    channel,
    messageTimetoken: edited,
    action: encodeMessageAction({ kind: 'edit', details: SENTENCES.edited }, 'edit-1'),
  });
  const { userId, uuid } = org.manager;
  await service.owner(uuid).publish({
    channel,
    message: { user: { id: userId, firstName: 'M', lastName: 'P' }, details: ANSWER, timestamp: Date.now() },
  });
  await learner.post('/api/unread-messages', {
    receiverId: org.manager.userId,
    previewText: SENTENCES.preview,
  });
  await writeInNewerAreas(api, org, filled);
  return { org, learner, channel };
}

/** Adds data to check-ins, surveys, coaching and authoring. */
async function writeInNewerAreas(
  api: TestApi,
  org: TestOrganisation,
  { sessionId, surveyId }: Awaited<ReturnType<typeof fillTables>>,
) {
  const admin = await api.as(org, org.admin);
  const own = await checkInOf(api, org, org.learner);
  expectDone(await own.send({ win: { text: SENTENCES.checkIn, readers: 'manager' } }));
  const answers = answersWith({ blocker: { text: SENTENCES.checkInDraft, readers: 'only-me' } });
  expectDone(await own.put({ action: 'save', version: await own.version(), answers, skipReason: null }));

  expectDone(await own.post(`/api/surveys/${surveyId}/responses`, { answers: { q1: SENTENCES.named } }));
  const surveys = surveysOf(api, org, admin);
  const confidential = await surveys.open({ mode: 'confidential', k: 5 });
  expectDone(await surveys.answer(confidential, 'learner', { q1: 2, q2: CONFIDENTIAL }));
  const drafted = await surveys.open({ mode: 'named', k: 5 });
  const draft = { at: null, answers: { q2: SENTENCES.surveyDraft } };
  expectDone(await own.patch(surveys.at(drafted, '/draft'), draft));

  const author = await api.as(org, org.learner);
  const url = `/api/coaching/${sessionId}`;
  expectDone(await author.put(`${url}/place`, { place: SENTENCES.place }));
  expectDone(await author.put(`${url}/cancellation`, { reason: SENTENCES.cancellation }));

  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.update(users).set({ mayAuthor: true }).where(eq(users.id, org.learner.userId)),
  );
  const topic = await author.post<AuthoredTopic>('/api/topics', { title: 'Ask before you tell' });
  expectDone(topic);
}

function expectDone({ status, body }: { status: number; body: unknown }) {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}
