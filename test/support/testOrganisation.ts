import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { createDays, createOrganisation, readinessResult } from '#server/db/seed/createOrganisation.ts';
import { addEnrolment, type EnrolmentText } from '#server/db/seed/enrolments.ts';
import { insertOrganisation } from '#server/db/seed/insertOrganisation.ts';
import type { PersonText } from '#server/db/seed/people.ts';
import { createRandom } from '#server/db/seed/random.ts';
import { asOwner } from '#server/db/withTenant.ts';
import type { ProgramText } from '#server/learning/programs/templates/programText.ts';

export const PASSWORD = 'correct horse';
/** The lowest cost, because tests sign in thousands of times. A hash contains its cost. */
const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

const person = (mailbox: string, role?: PersonText['role'], department: PersonText['department'] = 'Sales') =>
  ({
    mailbox,
    firstName: mailbox[0]?.toUpperCase() + mailbox.slice(1),
    lastName: 'Person',
    title: 'Tester',
    department,
    timeZone: 'UTC',
    ...(role && { role }),
  }) satisfies PersonText;

const people: PersonText[] = [
  person('learner'),
  person('manager', 'manager'),
  person('coach', 'coach', 'People'),
  person('admin', 'admin', 'People'),
  person('colleague'),
  person('newcomer', 'new'),
];

const program: ProgramText = {
  name: 'A program',
  purpose: 'To be tried',
  topics: [
    {
      title: 'First topic',
      behaviorName: 'Does the first thing',
      description: 'The first',
      steps: [
        { title: 'Read', kind: 'content', minutes: 5, body: 'Text' },
        { title: 'Practise', kind: 'practice', minutes: 10, body: 'Text', goal: 2 },
        { title: 'More', kind: 'content', minutes: 5, body: 'Text', isOptional: true },
      ],
    },
    {
      title: 'Second topic',
      behaviorName: 'Does the second thing',
      description: 'The second',
      steps: [
        { title: 'Do', kind: 'challenge', minutes: 5, body: 'Text' },
        { title: 'Think', kind: 'reflection', minutes: 5, body: 'Text' },
      ],
    },
    {
      title: 'Third topic',
      behaviorName: 'Does the third thing',
      description: 'The third',
      steps: [{ title: 'See', kind: 'content', minutes: 5, body: 'Text' }],
    },
  ],
};

export interface TestPerson {
  userId: number;
  tenantId: number;
  email: string;
  uuid: string;
}
export type Role = 'learner' | 'manager' | 'coach' | 'admin' | 'colleague' | 'newcomer';

let lastTenantId = 0;
/** Recent enough that no one is asked to answer again. */
const READINESS_AGE_MS = 10 * 86_400_000;

/** Creates an organisation: a learner with a manager and a coach in a program of 3 topics, 2 of them selected. */
export async function createTestOrganisation(
  pool: Pool,
  now: Date,
  enrolment: Partial<
    Pick<EnrolmentText, 'stepsDone' | 'topics' | 'leftReady' | 'lastDaysAgo' | 'dueInDays' | 'joinedDaysAgo'>
  > = {},
) {
  passwordHash ??= hash(PASSWORD, LOWEST_COST);
  const tenantId = ++lastTenantId;
  const random = createRandom(tenantId);
  const days = createDays(random, now);
  const domain = `org${tenantId}.example`;
  const rows = createOrganisation(
    { tenantId, name: `Organisation ${tenantId}`, domain, people, programs: [program] },
    { random, days, passwordHash: await passwordHash },
  );
  const members = Object.fromEntries(
    people.map(({ mailbox }, index) => {
      const { id, email, uuid } = rows.users[index]!;
      return [mailbox, { userId: id, tenantId, email, uuid }];
    }),
  ) as Record<Role, TestPerson>;
  const programId = rows.programs[0]!.id;
  addEnrolment(
    rows,
    {
      userId: members.learner.userId,
      coachId: members.coach.userId,
      programId,
      joinedDaysAgo: 30,
      lastDaysAgo: 3,
      dueInDays: 20,
      topics: [0, 1],
      stepsDone: 0,
      ...enrolment,
    },
    { random, days, now },
  );
  const answeredAt = new Date(now.getTime() - READINESS_AGE_MS);
  for (const user of rows.users)
    if (user.lastProfileUpdate)
      rows.propensityResults.push(readinessResult(rows, user.id, answeredAt, random));
  await asOwner(pool, tenantId, (tx) => insertOrganisation(tx, rows));
  return {
    tenantId,
    domain,
    userPoolId: rows.tenant.userPoolId,
    clientId: rows.tenant.clientId,
    ...members,
    programId,
    topicIds: rows.topics.map(({ id }) => id),
    /** The step keys of each topic. */
    stepKeys: rows.topics.map(({ id }) =>
      rows.topicSteps.filter((step) => step.topicId === id).map(({ stepKey }) => stepKey),
    ),
  };
}
export type TestOrganisation = Awaited<ReturnType<typeof createTestOrganisation>>;
