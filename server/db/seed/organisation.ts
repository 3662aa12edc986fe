import { type PropensityResult, propensityItems, scorePropensity, stages } from '#contract/propensity.ts';
import type { Chance } from './chance.ts';
import type { ProgramText } from './library.ts';
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
    createdAt: days(200),
  });
  text.topics.forEach(({ title, behaviorName, description, steps }, position) => {
    const topicId = chance.id();
    rows.topics.push({ id: topicId, tenantId, title, behaviorName, description });
    rows.topicVersions.push({ tenantId, topicId, n: 1, publishedAt: days(200) });
    rows.programTopics.push({ tenantId, programId, topicId, position });
    rows.topicSteps.push(
      ...steps.map(({ goal, isOptional, ...step }, index) => ({
        tenantId,
        topicId,
        n: 1,
        stepKey: chance.id(),
        position: index,
        ...step,
        required: !isOptional,
        goal: goal ?? null,
      })),
    );
  });
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
