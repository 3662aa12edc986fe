import type { DraftStep } from '#contract/learning/authoring.ts';
import { PACKAGE_PART_BYTES } from '#contract/learning/packages.ts';
import type { UploadPurpose } from '#contract/learning/uploads.ts';
import { eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { packages } from '#server/db/schema/packages.ts';
import { users } from '#server/db/schema/people.ts';
import { programs, topics } from '#server/db/schema/programs.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { type CheckDeps, checkPackage } from '#server/learning/packages/checkJob.ts';
import { receivePart, startUpload } from '#server/learning/packages/uploads.ts';
import { createTopic, saveTopic } from '#server/learning/programs/authoring/changeTopic.ts';
import { publishTopic } from '#server/learning/programs/authoring/publishTopic.ts';
import { createProgram } from '#server/learning/programs/setup/changeSetup.ts';
import { launchProgram } from '#server/learning/programs/setup/launch.ts';
import { changeSurvey, createSurvey, moveSurvey } from '#server/surveys/index.ts';
import { demoCaptions, demoFile, demoVideo, h5pPackage, scormPackage } from './demoUploads.ts';

const TENANT = 1;
const DAY_MS = 86_400_000;
const noJobs = { enqueue: async () => null };

/**
 * A topic with files, packages, a link and a survey, in a program that everyone can join, and a program of the manager.
 * The product's own functions create them, so the files are checked like uploads by authors.
 */
export async function seedContent(deps: CheckDeps): Promise<void> {
  const { pool, now } = deps;
  const people = await readTenant(pool, TENANT, (tx) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        timeZone: users.timeZone,
        department: users.departmentId,
      })
      .from(users),
  );
  const personOf = (mailbox: string) => people.find(({ email }) => email.startsWith(`${mailbox}@`));
  const [admin, manager, coach] = [personOf('admin'), personOf('manager'), personOf('tobias.hellstrom')];
  if (!admin || !manager || !coach) return;
  const author: Viewer = {
    userId: admin.id,
    tenantId: TENANT,
    sessionId: 'demo',
    isAdmin: true,
    mayAuthor: true,
    timeZone: admin.timeZone ?? 'UTC',
    locale: 'en-US',
  };
  const upload = (purpose: UploadPurpose, fileName: string, content: Buffer) =>
    uploadFile(deps, author, { purpose, fileName, content });
  const ids = {
    scorm: await upload('package', 'feedback-in-5-minutes.zip', await scormPackage()),
    h5p: await upload('package', 'open-or-closed.h5p', await h5pPackage()),
    video: await upload('video', 'two-people-talk.webm', await demoVideo()),
    captions: await upload('captions', 'two-people-talk.vtt', demoCaptions),
    file: await upload('file', 'before-you-give-feedback.txt', demoFile),
  };
  const contextAt = (tx: TenantTransaction, userId: number, daysAgo: number) => ({
    tx,
    // Not recorded, because the demo's audit log already has later entries.
    audit: { record: () => Promise.resolve() },
    actor: { userId, requestId: newId(), address: '203.0.113.10' },
    viewer: { ...author, userId, isAdmin: userId === admin.id },
    userId,
    isAdmin: userId === admin.id,
    isSilent: true,
    now: new Date(now().getTime() - daysAgo * DAY_MS),
  });
  await withTenant(pool, TENANT, async (tx) => {
    const surveyId = await openSurvey(contextAt(tx, admin.id, 7), coach.id);
    const write = contextAt(tx, admin.id, 6);
    const topicId = await createTopic(write, { title: 'Feedback on the same day', tags: ['Feedback'] });
    await saveTopic(write, topicId, {
      version: 1,
      behaviorName: 'Gives small feedback on the day of the situation',
      description: 'A short course with films, files and exercises, to try all kinds of steps.',
      steps: stepsOf({ ...ids, surveyId }),
    });
    await publishTopic(write, topicId, { version: 2, notes: null });
    await launchOpen(contextAt(tx, admin.id, 5), {
      name: 'Feedback in practice',
      purpose: 'Give and ask for feedback before a small problem becomes a big one.',
      topicIds: [topicId],
    });
    const [calm] = await tx
      .select({ id: topics.id })
      .from(topics)
      .where(eq(topics.title, 'Staying calm in stressful moments'));
    const own = {
      name: 'Calm at the counter',
      purpose: 'Keep a clear head when the queue is long.',
      topicIds: calm ? [calm.id] : [topicId],
    };
    await launchOpen(contextAt(tx, manager.id, 4), own, contextAt(tx, admin.id, 4));
  });
}

/** Uploads a file in parts, and checks it. */
async function uploadFile(
  deps: CheckDeps,
  author: Viewer,
  { purpose, fileName, content }: { purpose: UploadPurpose; fileName: string; content: Buffer },
): Promise<string> {
  const upload = { ...deps, jobs: noJobs };
  const { id: packageId } = await startUpload(upload, author, { purpose, fileName, size: content.length });
  for (let offset = 0; offset < content.length; offset += PACKAGE_PART_BYTES)
    await receivePart(upload, author, {
      packageId,
      offset,
      content: content.subarray(offset, offset + PACKAGE_PART_BYTES),
    });
  await checkPackage(deps, author.tenantId, packageId, new AbortController().signal);
  const [row] = await readTenant(deps.pool, author.tenantId, (tx) =>
    tx
      .select({ state: packages.state, problem: packages.problem })
      .from(packages)
      .where(eq(packages.id, packageId)),
  );
  if (row?.state !== 'ready') throw new Error(`The demo file ${fileName} was refused: ${row?.problem}`);
  return packageId;
}

type Context = Parameters<typeof createSurvey>[0] & Parameters<typeof createProgram>[0];

/** A named survey that asks one person. Learners are asked by the step. */
async function openSurvey(context: Omit<Context, 'secretBox'> & Partial<Context>, askedId: number) {
  const survey = context as Context;
  const surveyId = await createSurvey(survey, { surveyName: 'After the feedback course' });
  await changeSurvey(survey, surveyId, {
    version: 1,
    mode: 'named',
    purpose: 'We improve the course with your answers.',
    audience: { kind: 'people', userIds: [askedId] },
    questions: {
      version: 1,
      sections: [
        {
          key: 's1',
          title: '',
          questions: [
            {
              key: 'q1',
              type: 'rating',
              text: 'I will use what I learned in the next 2 weeks.',
              required: true,
              points: 5,
              lowLabel: 'Disagree',
              highLabel: 'Agree',
            },
            { key: 'q2', type: 'long', text: 'What was missing?', required: false },
          ],
        },
      ],
    },
  });
  await moveSurvey(survey, surveyId, { state: 'open', version: 2 });
  return surveyId;
}

/** Launches a program that people join themselves, so no one is invited. */
async function launchOpen(
  context: Parameters<typeof createProgram>[0],
  texts: { name: string; purpose: string; topicIds: string[] },
  launcher = context,
) {
  const programId = await createProgram(context, {
    ...texts,
    selectionMin: 1,
    selectionMax: 1,
    topicOrder: 'free',
    due: { kind: 'days', days: 28 },
    joining: 'open',
  });
  await launchProgram(launcher, noJobs, programId, 1);
  await context.tx.update(programs).set({ launchEndedAt: context.now }).where(eq(programs.id, programId));
}

interface Ids {
  scorm: string;
  h5p: string;
  video: string;
  captions: string;
  file: string;
  surveyId: string;
}

function stepsOf({ scorm, h5p, video, captions, file, surveyId }: Ids): DraftStep[] {
  const step = (
    values: Pick<DraftStep, 'title' | 'kind' | 'minutes' | 'body'> & Partial<DraftStep>,
  ): DraftStep => ({
    stepKey: newId(),
    required: true,
    goal: null,
    challenge: null,
    after: [],
    ...values,
  });
  return [
    step({
      title: 'Watch a good conversation',
      kind: 'video',
      minutes: 1,
      body: 'A silent film of 15 seconds. Watch who speaks, and for how long.',
      fileId: video,
      captionsId: captions,
    }),
    step({
      title: 'Feedback in 5 minutes',
      kind: 'package',
      minutes: 5,
      body: 'A short course with a question at the end. You can stop at any time, and continue where you were.',
      packageId: scorm,
    }),
    step({
      title: 'Open or closed question?',
      kind: 'package',
      minutes: 3,
      body: '4 situations, each with a reason. 3 right answers complete the step.',
      packageId: h5p,
    }),
    step({
      title: 'Take the checklist with you',
      kind: 'file',
      minutes: 2,
      body: '5 questions to answer before you give feedback.',
      fileId: file,
    }),
    step({
      title: 'Read about feedback',
      kind: 'link',
      minutes: 10,
      body: 'An overview of what research says about feedback, on the web.',
      url: 'https://en.wikipedia.org/wiki/Feedback',
      required: false,
    }),
    step({
      title: 'Say what you take with you',
      kind: 'survey',
      minutes: 2,
      body: 'The administrators read the answers with your name.',
      surveyId,
    }),
  ];
}
