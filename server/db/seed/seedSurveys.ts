import { randomBytes } from 'node:crypto';
import { TICKET_KEY_BITS } from '#contract/surveys/anonymous.ts';
import type { Answers } from '#contract/surveys/answers.ts';
import { feedbackQuestions } from '#contract/surveys/feedbackTemplate.ts';
import { listQuestions, type Question } from '#contract/surveys/questions.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { surveyParticipations } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { completeSurveySteps, isAskedByStep } from '#server/learning/programs/index.ts';
import { addAction } from '#server/surveys/actions/actions.ts';
import { storeBatch } from '#server/surveys/anonymous/batches.ts';
import { issueTicket, markAnswered, submitWithTicket } from '#server/surveys/anonymous/takingPart.ts';
import { findTicketKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { signOpenly } from '#server/surveys/anonymous/tickets.ts';
import { changeRaters } from '#server/surveys/feedback/raters.ts';
import {
  type ChangeContext,
  changeSurvey,
  createRespondentCodes,
  createSurvey,
  moveSurvey,
  type RespondentCodes,
  submitResponse,
} from '#server/surveys/index.ts';
import type { OrganisationRows } from './organisationRows.ts';

const DAY_MS = 86_400_000;
const steps = { isAskedByStep, completeSurveySteps };
const DEMO_ACCOUNTS = ['learner@', 'new@', 'manager@', 'admin@'];
/** In one department fewer people answer than the smallest group, so the figures of both departments are protected. */
const ANSWERS_BY_DEPARTMENT = { 'Customer care': 4, Operations: 9 } as const;

const rating = (key: string, text: string): Question => ({
  key,
  type: 'rating',
  text,
  required: true,
  points: 5,
  lowLabel: 'Disagree',
  highLabel: 'Agree',
});
const questions: Question[] = [
  rating('q1', 'I know what is expected of me this month.'),
  rating('q2', 'My workload fits into my working hours.'),
  { key: 'q3', type: 'nps', text: 'How likely are you to recommend us as a place to work?', required: true },
  { key: 'q4', type: 'long', text: 'What should we change first?', required: false },
];
/** Each is given once. Later people leave the question empty. */
const comments = [
  'The handover between shifts needs a fixed quarter of an hour.',
  'Fewer tools. I look for the same order number in 3 places.',
  'Tell us earlier when a route changes.',
  'More time with new colleagues in their first week.',
  'The plan for the week should be ready on Friday.',
  'I would like to know why a claim was refused.',
  'Let us swap shifts among ourselves without a form.',
  'A quiet room for calls with customers.',
  'One person who decides when two teams need the same van.',
  'Shorter meetings on Monday mornings.',
];

const answersOf = (n: number): Answers => ({
  q1: 2 + ((n * 3) % 4),
  q2: 1 + ((n * 2) % 5),
  q3: (n * 7 + 3) % 11,
  ...(n % 2 === 0 && n / 2 < comments.length && { q4: comments[n / 2] ?? '' }),
});

/**
 * A released survey of 2 departments with an action, an anonymous pulse that most people have answered, and 360 feedback about the
 * manager in progress. The product's own functions create them with a clock in the past.
 */
export async function seedSurveys(
  tx: TenantTransaction,
  { rows, key, now }: { rows: OrganisationRows; key: Buffer; now: Date },
): Promise<void> {
  const admin = rows.users.find(({ email }) => email.startsWith('admin@'));
  if (!admin) return;
  const viewerOf = ({ id, timeZone }: Pick<typeof admin, 'id' | 'timeZone'>, isAdmin = false): Viewer => ({
    userId: id,
    tenantId: rows.tenant.id,
    sessionId: 'demo',
    isAdmin,
    mayAuthor: false,
    timeZone: timeZone ?? 'UTC',
    locale: 'en-US',
  });
  const membersOf = (department: string) => {
    const { id } = rows.departments.find(({ name }) => name === department) ?? {};
    return rows.users.filter(
      ({ departmentId, email }) =>
        departmentId === id && !DEMO_ACCOUNTS.some((account) => email.startsWith(account)),
    );
  };
  const asked = Object.entries(ANSWERS_BY_DEPARTMENT).map(([department, count]) => ({
    members: membersOf(department),
    count,
  }));
  const contextAt = (daysAgo: number): ChangeContext => {
    return {
      tx,
      viewer: viewerOf(admin, true),
      actor: { userId: admin.id, requestId: newId(), address: '203.0.113.10' },
      // Not recorded, because the demo's audit log already has later entries.
      audit: { record: () => Promise.resolve() },
      secretBox: createSecretBox(key),
      isSilent: true,
      now: new Date(now.getTime() - daysAgo * DAY_MS),
    };
  };
  const surveyId = await createSurvey(contextAt(30), { surveyName: 'Autumn pulse' });
  await changeSurvey(contextAt(29), surveyId, {
    version: 1,
    purpose: 'We choose one thing to change from your answers, and tell you which.',
    audience: {
      kind: 'people',
      userIds: asked.flatMap(({ members }) => members.map(({ id }) => id)),
    },
    questions: { version: 1, sections: [{ key: 's1', title: '', questions }] },
  });
  await moveSurvey(contextAt(28), surveyId, { state: 'open', version: 2 });
  const respondentOf = createRespondentCodes(key);
  let n = 0;
  for (const { members, count } of asked)
    for (const member of members.slice(0, count)) {
      const { now: at } = contextAt(27 - (n % 10));
      await submitResponse({ tx, viewer: viewerOf(member), respondentOf, steps, now: at }, surveyId, {
        answers: answersOf(n),
      });
      n++;
    }
  await moveSurvey(contextAt(14), surveyId, { state: 'closed', version: 3 });
  await moveSurvey(contextAt(13), surveyId, { state: 'released', version: 4 });
  await addAction(
    tx,
    viewerOf(admin, true),
    surveyId,
    { text: 'A fixed quarter of an hour for each handover', ownerId: admin.id, dueOn: dayAfter(now, 14) },
    contextAt(12).now,
  );
  await seedPulse(tx, { rows, contextAt, viewerOf });
  await seedFeedback(tx, { rows, contextAt, viewerOf, respondentOf });
  // The first start sends no notifications.
  await tx
    .update(surveyParticipations)
    .set({ reminders: 1, remindedAt: now })
    .where(isNull(surveyParticipations.answeredOn));
}

interface SeedContext {
  rows: OrganisationRows;
  contextAt: (daysAgo: number) => ChangeContext;
  viewerOf: (user: OrganisationRows['users'][number], isAdmin?: boolean) => Viewer;
}
const isDemoAccount = ({ email }: { email: string }) =>
  DEMO_ACCOUNTS.some((account) => email.startsWith(account));
const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The demo accounts and every sixth person have not answered yet. */
const LEFT_OUT = 6;

async function seedPulse(tx: TenantTransaction, { rows, contextAt, viewerOf }: SeedContext) {
  const surveyId = await createSurvey(contextAt(6), { surveyName: 'Winter pulse, anonymous' });
  await changeSurvey(contextAt(6), surveyId, {
    version: 1,
    purpose: 'How work is going, in 4 questions. We discuss the results in December.',
    mode: 'anonymous',
    closesOn: dayAfter(contextAt(0).now, 10),
    questions: { version: 1, sections: [{ key: 's1', title: '', questions }] },
  });
  await moveSurvey(contextAt(5), surveyId, { state: 'open', version: 2 });
  const { secretBox, now } = contextAt(3);
  const key = await findTicketKey(tx, surveyId);
  const privateKey = secretBox.decrypt(tx.tenantId, key?.privateKey ?? '');
  if (privateKey === null) throw new Error('The survey was opened without a key');
  const answering = rows.users.filter((user, index) => !isDemoAccount(user) && index % LEFT_OUT !== 0);
  for (const [n, user] of answering.entries()) {
    const viewer = viewerOf(user);
    // Any number below the modulus is a blinded message.
    const blinded = Buffer.concat([Buffer.alloc(1), randomBytes(TICKET_KEY_BITS / 8 - 1)]).toString(
      'base64url',
    );
    await issueTicket(tx, { viewer, box: secretBox, now }, surveyId, { blinded });
    const ticket = { tenantId: tx.tenantId, ...signOpenly(privateKey, randomBytes(64)) };
    await submitWithTicket(tx, { box: secretBox, now }, surveyId, { answers: answersOf(n), ticket });
    await markAnswered(tx, viewer, surveyId, now);
  }
  await storeBatch(tx, secretBox, surveyId);
}

/** The direct reports of the manager and 4 peers give feedback; 5 of them have answered. */
async function seedFeedback(
  tx: TenantTransaction,
  { rows, contextAt, viewerOf, respondentOf }: SeedContext & { respondentOf: RespondentCodes },
) {
  const manager = rows.users.find(({ email }) => email.startsWith('manager@'));
  if (!manager) return;
  const surveyId = await createSurvey(contextAt(12), {
    surveyName: `Feedback for ${manager.firstName} ${manager.lastName}`,
    subjectId: manager.id,
  });
  const reports = rows.users.filter(({ managerId }) => managerId === manager.id).slice(0, 5);
  const peers = rows.users
    .filter((user) => !isDemoAccount(user) && user.departmentId !== manager.departmentId)
    .slice(0, 4);
  const raters = [
    ...reports.map(({ id }) => ({ userId: id, group: 'report' as const })),
    ...peers.map(({ id }) => ({ userId: id, group: 'peer' as const })),
  ];
  const owner = contextAt(11).viewer;
  await changeRaters(tx, owner, surveyId, { version: 1, raters: [], isDone: true });
  await changeRaters(tx, viewerOf(manager), surveyId, { version: 2, raters, isDone: true });
  await moveSurvey(contextAt(9), surveyId, { state: 'open', version: 3 });
  const answering = [...reports.filter((user) => !isDemoAccount(user)).slice(0, 3), ...peers.slice(0, 2)];
  for (const [n, user] of answering.entries())
    await submitResponse(
      { tx, viewer: viewerOf(user), respondentOf, steps, now: contextAt(6).now },
      surveyId,
      {
        answers: feedbackAnswers(n),
      },
    );
}

/** Only the ratings are answered. */
const feedbackAnswers = (n: number): Answers =>
  Object.fromEntries(
    listQuestions(feedbackQuestions).flatMap(({ key, type }, index) =>
      type === 'rating' ? [[key, 2 + ((n + index) % 4)]] : [],
    ),
  );
