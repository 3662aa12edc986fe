import { type PropensityResult, propensityItems, scorePropensity, stages } from '#contract/propensity.ts';
import type { Chance } from './chance.ts';
import type { ProgramText, StepText } from './library.ts';
import { emptyRows, type OrganisationRows } from './organisationRows.ts';
import { type Department, departmentNames, type PersonText } from './people.ts';

export interface OrganisationText {
  tenantId: number;
  name: string;
  domain: string;
  people: PersonText[];
  programs: ProgramText[];
}

/** A day in the past at a time when people work. */
export const createDays = (chance: Chance, now: Date) => (daysAgo: number) => {
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  day.setUTCHours(chance.whole(7, 16), chance.whole(0, 59), chance.whole(0, 59), 0);
  // Today's hour may not have come yet.
  return day < now ? day : new Date(now.getTime() - 3_600_000);
};
export type Days = ReturnType<typeof createDays>;

/** The organisation before anybody has done anything: its people, its library, its programs. */
export function foundOrganisation(
  text: OrganisationText,
  { chance, days, passwordHash }: { chance: Chance; days: Days; passwordHash: string },
): OrganisationRows {
  const { tenantId, name, domain } = text;
  const rows = emptyRows({
    id: tenantId,
    name,
    userPoolId: `pool-${chance.id()}`,
    clientId: `client-${chance.id()}`,
    createdAt: days(240),
  });
  rows.domains.push({ domain, tenantId });
  addPeople(rows, text, { chance, days, passwordHash });
  for (const program of text.programs) addProgram(rows, program, { chance, days });
  return rows;
}

function addPeople(
  rows: OrganisationRows,
  { tenantId, domain, people }: OrganisationText,
  { chance, days, passwordHash }: { chance: Chance; days: Days; passwordHash: string },
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
    const joinedAt = days(isNew ? 4 : chance.whole(160, 230));
    return {
      id: idOf(person),
      tenantId,
      uuid: chance.id(),
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
      lastProfileUpdate: isNew ? null : new Date(joinedAt.getTime() + chance.whole(1, 9) * 86_400_000),
      passwordHash,
    };
  });
}

function addProgram(
  rows: OrganisationRows,
  text: ProgramText,
  { chance, days }: { chance: Chance; days: Days },
) {
  const tenantId = rows.tenant.id;
  const programId = chance.id();
  rows.programs.push({
    id: programId,
    tenantId,
    name: text.name,
    purpose: text.purpose,
    ownerId: rows.users.find(({ isAdmin }) => isAdmin)?.id ?? null,
    confirmation: text.confirmation ?? 'self',
    createdAt: days(200),
  });
  text.topics.forEach((topic, position) => {
    const { title, behaviorName, description, steps, newer } = topic;
    const topicId = chance.id();
    rows.topics.push({ id: topicId, tenantId, title, behaviorName, description });
    rows.programTopics.push({ tenantId, programId, topicId, position });
    const keys = new Map<string, string>();
    addVersion(rows, { topicId, n: 1, publishedAt: days(200), notes: null }, steps, { keys, chance });
    if (newer)
      addVersion(rows, { topicId, n: 2, publishedAt: days(2), notes: newer.notes }, newer.steps, {
        keys,
        chance,
      });
  });
}

/** A published version. `keys` holds the key of each step by its title, over the versions of the topic. */
function addVersion(
  rows: OrganisationRows,
  version: { topicId: string; n: number; publishedAt: Date; notes: string | null },
  steps: StepText[],
  { keys, chance }: { keys: Map<string, string>; chance: Chance },
) {
  const tenantId = rows.tenant.id;
  const { topicId, n } = version;
  rows.topicVersions.push({ tenantId, ...version });
  for (const { title } of steps) if (!keys.has(title)) keys.set(title, chance.id());
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

/** A result of the readiness questions as somebody might have given it. */
export function readinessOf(
  rows: OrganisationRows,
  userId: number,
  answeredAt: Date,
  chance: Chance,
): OrganisationRows['propensityResults'][number] {
  const answers = Object.fromEntries(
    propensityItems.map(({ key, isReversed }) => [key, isReversed ? chance.whole(1, 4) : chance.whole(2, 5)]),
  ) as PropensityResult['answers'];
  const result = scorePropensity(answers);
  if (!result) throw new Error('Twelve answers always give a score');
  const stage = stages[chance.whole(1, 3)] ?? stages[1];
  return {
    id: chance.id(),
    tenantId: rows.tenant.id,
    userId,
    ...result,
    answers,
    stage: stage.key,
    answeredAt,
  };
}
