import type { Pool } from 'pg';
import { createChance } from '#server/db/seed/chance.ts';
import { addJourney, type Journey } from '#server/db/seed/history.ts';
import { insertOrganisation } from '#server/db/seed/insertOrganisation.ts';
import type { ProgramText } from '#server/db/seed/library.ts';
import { createDays, foundOrganisation, readinessOf } from '#server/db/seed/organisation.ts';
import type { PersonText } from '#server/db/seed/people.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { hashPassword } from '#server/session/index.ts';

export const PASSWORD = 'correct horse';
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
        { title: 'Read', kind: 'content', minutes: 5, body: 'Words' },
        { title: 'Practise', kind: 'practice', minutes: 10, body: 'Words', goal: 2 },
        { title: 'More', kind: 'content', minutes: 5, body: 'Words', isOptional: true },
      ],
    },
    {
      title: 'Second topic',
      behaviorName: 'Does the second thing',
      description: 'The second',
      steps: [
        { title: 'Do', kind: 'challenge', minutes: 5, body: 'Words' },
        { title: 'Think', kind: 'reflection', minutes: 5, body: 'Words' },
      ],
    },
    {
      title: 'Third topic',
      behaviorName: 'Does the third thing',
      description: 'The third',
      steps: [{ title: 'See', kind: 'content', minutes: 5, body: 'Words' }],
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

/** A fresh organisation: a learner with a manager and a coach in a program of three topics, two of them chosen. */
export async function anOrganisation(
  pool: Pool,
  now: Date,
  journey: Partial<Pick<Journey, 'stepsDone' | 'topics' | 'leftReady' | 'lastDaysAgo' | 'dueInDays'>> = {},
) {
  passwordHash ??= hashPassword(PASSWORD);
  const tenantId = ++lastTenantId;
  const chance = createChance(tenantId);
  const days = createDays(chance, now);
  const domain = `org${tenantId}.example`;
  const rows = foundOrganisation(
    { tenantId, name: `Organisation ${tenantId}`, domain, people, programs: [program] },
    { chance, days, passwordHash: await passwordHash },
  );
  const members = Object.fromEntries(
    people.map(({ mailbox }, index) => {
      const { id, email, uuid } = rows.users[index]!;
      return [mailbox, { userId: id, tenantId, email, uuid }];
    }),
  ) as Record<Role, TestPerson>;
  const programId = rows.programs[0]!.id;
  addJourney(
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
      ...journey,
    },
    { chance, days, now },
  );
  for (const user of rows.users)
    if (user.lastProfileUpdate)
      rows.propensityResults.push(readinessOf(rows, user.id, user.lastProfileUpdate, chance));
  await asOwner(pool, tenantId, (tx) => insertOrganisation(tx, rows));
  return {
    tenantId,
    domain,
    userPoolId: rows.tenant.userPoolId,
    clientId: rows.tenant.clientId,
    ...members,
    programId,
    topicIds: rows.topics.map(({ id }) => id),
    /** Of each topic in turn. */
    stepKeys: rows.topics.map(({ id }) =>
      rows.topicSteps.filter((step) => step.topicId === id).map(({ stepKey }) => stepKey),
    ),
  };
}
export type TestOrganisation = Awaited<ReturnType<typeof anOrganisation>>;
