import {
  type PropensityResult,
  propensityItems,
  scorePropensity,
  stages,
} from '#contract/learning/propensity.ts';
import type { ProgramText, StepText } from '#server/learning/programs/templates/programText.ts';
import { emptyRows, type OrganisationRows } from './organisationRows.ts';
import { type Department, departmentNames, type PersonText } from './people.ts';
import type { Random } from './random.ts';

export interface OrganisationText {
  tenantId: number;
  name: string;
  domain: string;
  people: PersonText[];
  programs: ProgramText[];
}

/** A random working hour on a past day. */
export const createDays = (random: Random, now: Date) => (daysAgo: number) => {
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  day.setUTCHours(random.whole(7, 16), random.whole(0, 59), random.whole(0, 59), 0);
  // If the day is today, the hour may be in the future.
  return day < now ? day : new Date(now.getTime() - 3_600_000);
};
export type Days = ReturnType<typeof createDays>;

/** The organisation without any activity: people, library and programs. */
export function createOrganisation(
  text: OrganisationText,
  { random, days, passwordHash }: { random: Random; days: Days; passwordHash: string },
): OrganisationRows {
  const { tenantId, name, domain } = text;
  const rows = emptyRows({
    id: tenantId,
    name,
    userPoolId: `pool-${random.id()}`,
    clientId: `client-${random.id()}`,
    createdAt: days(240),
  });
  rows.domains.push({ domain, tenantId });
  addPeople(rows, text, { random, days, passwordHash });
  for (const program of text.programs) addProgram(rows, program, { random, days });
  return rows;
}

function addPeople(
  rows: OrganisationRows,
  { tenantId, domain, people }: OrganisationText,
  { random, days, passwordHash }: { random: Random; days: Days; passwordHash: string },
) {
  const base = (tenantId - 1) * 1_000;
  const used = departmentNames.filter((name) => people.some(({ department }) => department === name));
  const departmentId = (name: Department) => base + 1 + used.indexOf(name);
  rows.departments = used.map((department) => ({ id: departmentId(department), tenantId, name: department }));

  const isHead = ({ role }: PersonText) => role === 'head' || role === 'manager' || role === 'admin';
  const idOf = (person: PersonText) => base + 1 + people.indexOf(person);
  const admin = people.find(({ role }) => role === 'admin');
  rows.users = people.map((person) => {
    const isNew = person.role === 'new';
    const head = people.find((one) => isHead(one) && one.department === person.department);
    const manager = isHead(person) ? admin : head;
    const joinedAt = days(isNew ? 4 : random.whole(160, 230));
    return {
      id: idOf(person),
      tenantId,
      uuid: random.id(),
      email: `${person.mailbox}@${domain}`,
      firstName: person.firstName,
      lastName: person.lastName,
      title: person.title,
      timeZone: person.timeZone,
      departmentId: departmentId(person.department),
      managerId: manager && manager !== person ? idOf(manager) : null,
      isAdmin: person.role === 'admin',
      mayAuthor: person.role === 'admin' || person.role === 'coach',
      joinedAt,
      activatedAt: joinedAt,
      lastProfileUpdate: isNew ? null : new Date(joinedAt.getTime() + random.whole(1, 9) * 86_400_000),
      passwordHash,
    };
  });
}

function addProgram(
  rows: OrganisationRows,
  text: ProgramText,
  { random, days }: { random: Random; days: Days },
) {
  const tenantId = rows.tenant.id;
  const programId = random.id();
  const ownerId = rows.users.find(({ isAdmin }) => isAdmin)?.id ?? null;
  rows.programs.push({
    id: programId,
    tenantId,
    name: text.name,
    purpose: text.purpose,
    ownerId,
    confirmation: text.confirmation ?? 'self',
    createdAt: days(200),
  });
  text.topics.forEach((topic, position) => {
    const { title, behaviorName, description, steps, newer } = topic;
    const topicId = random.id();
    rows.topics.push({ id: topicId, tenantId, title, behaviorName, description, ownerId });
    rows.programTopics.push({ tenantId, programId, topicId, position });
    const keys = new Map<string, string>();
    const texts = { topicId, title, behaviorName, description };
    addVersion(rows, { ...texts, n: 1, publishedAt: days(200), notes: null }, steps, { keys, random });
    if (newer)
      addVersion(rows, { ...texts, n: 2, publishedAt: days(2), notes: newer.notes }, newer.steps, {
        keys,
        random,
      });
  });
}

/** Adds a published version. `keys` holds the step keys of all versions of the topic, by step title. */
function addVersion(
  rows: OrganisationRows,
  version: Omit<OrganisationRows['topicVersions'][number], 'tenantId'>,
  steps: StepText[],
  { keys, random }: { keys: Map<string, string>; random: Random },
) {
  const tenantId = rows.tenant.id;
  const { topicId, n } = version;
  rows.topicVersions.push({ tenantId, ...version });
  for (const { title } of steps) if (!keys.has(title)) keys.set(title, random.id());
  const keyOf = (step: StepText | undefined) => (step && keys.get(step.title)) ?? '';
  rows.topicSteps.push(
    ...steps.map((step, index) => {
      const { goal, isOptional, challenge, after = [], ...rest } = step;
      return {
        tenantId,
        topicId,
        n,
        stepKey: keyOf(step),
        position: index,
        ...rest,
        required: !isOptional,
        goal: goal ?? null,
        challenge: challenge ?? null,
        prerequisiteKeys: after.map((at) => keyOf(steps[at])),
      };
    }),
  );
}

/** A random readiness result. */
export function readinessResult(
  rows: OrganisationRows,
  userId: number,
  answeredAt: Date,
  random: Random,
): OrganisationRows['propensityResults'][number] {
  const answers = Object.fromEntries(
    propensityItems.map(({ key, isReversed }) => [key, isReversed ? random.whole(1, 4) : random.whole(2, 5)]),
  ) as PropensityResult['answers'];
  const result = scorePropensity(answers);
  if (!result) throw new Error('The complete answers have no score');
  const stage = stages[random.whole(1, 3)] ?? stages[1];
  return {
    id: random.id(),
    tenantId: rows.tenant.id,
    userId,
    ...result,
    answers,
    stage: stage.key,
    answeredAt,
  };
}
