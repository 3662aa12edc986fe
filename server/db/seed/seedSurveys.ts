import type { Answers } from '#contract/surveys/answers.ts';
import type { Question } from '#contract/surveys/questions.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { newId } from '#server/db/ids.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  type ChangeContext,
  changeSurvey,
  createRespondentCodes,
  createSurvey,
  moveSurvey,
  submitResponse,
} from '#server/surveys/index.ts';
import type { OrganisationRows } from './organisationRows.ts';

const DAY_MS = 86_400_000;
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
const comments = [
  'The handover between shifts needs a fixed quarter of an hour.',
  'Fewer tools. I look for the same order number in 3 places.',
  'Tell us earlier when a route changes.',
  'More time with new colleagues in their first week.',
  'The plan for the week should be ready on Friday.',
  'I would like to know why a claim was refused.',
];

const answersOf = (n: number): Answers => ({
  q1: 2 + ((n * 3) % 4),
  q2: 1 + ((n * 2) % 5),
  q3: (n * 7 + 3) % 11,
  ...(n % 2 === 0 && { q4: comments[(n / 2) % comments.length] ?? '' }),
});

/** A released survey of 2 departments. The product's own functions create it with a clock in the past. */
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
      // The audit log of the demo is complete before, and its entries are in order of time.
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
      await submitResponse({ tx, viewer: viewerOf(member), respondentOf, now: at }, surveyId, {
        answers: answersOf(n),
      });
      n++;
    }
  await moveSurvey(contextAt(14), surveyId, { state: 'closed', version: 3 });
  await moveSurvey(contextAt(13), surveyId, { state: 'released', version: 4 });
}
