import { type Chance, createChance } from './chance.ts';
import { conversations } from './conversations.ts';
import { demoObjectives } from './demoObjectives.ts';
import { firstMonths } from './firstMonths.ts';
import { hardTalks } from './hardTalks.ts';
import { addJourney, type Journey } from './history.ts';
import { addObjective } from './objectives.ts';
import { createDays, foundOrganisation, readinessOf } from './organisation.ts';
import type { OrganisationRows } from './organisationRows.ts';
import { demoPeople, otherPeople, type PersonText } from './people.ts';
import { addProposal, demoProposals } from './proposals.ts';
import { steady } from './steady.ts';
import { aimsOfTheRest } from './whatComesNext.ts';

/** Change it, and the demo organisation is another one. */
const SEED = 20_261_121;

/** The demo organisation and a second one beside it, to try isolation with; the same for the same day and hash. */
export function demoOrganisations(now: Date, passwordHash: string): OrganisationRows[] {
  const chance = createChance(SEED);
  const days = createDays(chance, now);
  const tools = { chance, days, now };

  const demo = foundOrganisation(
    {
      tenantId: 1,
      name: 'Harbourline Logistics',
      domain: 'demo.example',
      people: demoPeople,
      programs: [conversations, firstMonths, steady, hardTalks],
    },
    { chance, days, passwordHash },
  );
  const cast = castOf(demo);
  for (const journey of demoJourneys(demo, cast, chance)) addJourney(demo, journey, tools);
  for (const objective of demoObjectives({ ...cast, coach: cast.coaches[0] }))
    addObjective(demo, objective, tools);
  for (const proposal of demoProposals(demo, cast)) addProposal(demo, proposal, tools);

  const other = foundOrganisation(
    {
      tenantId: 2,
      name: 'Goldcrust Bakeries',
      domain: 'other.example',
      people: otherPeople,
      programs: [steady],
    },
    { chance, days, passwordHash },
  );
  for (const journey of otherJourneys(other)) addJourney(other, journey, tools);

  for (const rows of [demo, other])
    for (const objective of aimsOfTheRest(rows)) addObjective(rows, objective, tools);

  for (const rows of [demo, other])
    for (const user of rows.users) {
      if (!user.lastProfileUpdate) continue;
      rows.propensityResults.push(readinessOf(rows, user.id, user.lastProfileUpdate, chance));
      if (chance.is(0.4))
        rows.propensityResults.push(readinessOf(rows, user.id, days(chance.whole(5, 60)), chance));
    }
  return [demo, other];
}

/** Those who have a part of their own in the demo organisation. */
function castOf(rows: OrganisationRows) {
  const idOf = (test: (person: PersonText) => boolean) => rows.users[demoPeople.findIndex(test)]?.id ?? 0;
  const idsOf = (test: (person: PersonText) => boolean) =>
    demoPeople.flatMap((person, index) => (test(person) ? [rows.users[index]?.id ?? 0] : []));
  return {
    learner: idOf(({ role }) => role === 'learner'),
    newcomer: idOf(({ role }) => role === 'new'),
    manager: idOf(({ role }) => role === 'manager'),
    admin: idOf(({ role }) => role === 'admin'),
    coaches: idsOf(({ role }) => role === 'coach') as [number, number],
    team: idsOf(({ department, role }) => department === 'Customer care' && !role) as [
      number,
      number,
      number,
      number,
      number,
    ],
  };
}

function demoJourneys(
  rows: OrganisationRows,
  { learner, newcomer, manager, admin, coaches, team }: ReturnType<typeof castOf>,
  chance: Chance,
): Journey[] {
  const [talks = '', months = '', calm = '', hard = ''] = rows.programs.map(({ id }) => id);
  return [
    // The story that can be clicked: one topic completed, two that only wait for it; and something left to do.
    { ...story, userId: learner, programId: talks, coachId: coaches[0] },
    {
      userId: learner,
      programId: months,
      coachId: coaches[1],
      joinedDaysAgo: 12,
      lastDaysAgo: 6,
      dueInDays: 70,
      topics: [0, 1],
      stepsDone: 1,
      words: [
        {
          why: 'I am the one everything waits for, and I do not like what that does to the others.',
          ifThenPlan: 'If somebody asks me how, then I ask what it should be good for.',
        },
        { why: 'Two of my six say nothing in the group.', ifThenPlan: 'If there is no list, then I wait.' },
      ],
    },
    // Invited last week, and not answered: the first thing that a learner decides.
    {
      userId: learner,
      programId: hard,
      coachId: coaches[0],
      joinedDaysAgo: 2,
      lastDaysAgo: 2,
      dueInDays: 60,
      topics: [],
      stepsDone: 0,
      invitedBy: manager,
    },
    { ...begun, userId: newcomer, programId: talks, coachId: coaches[0] },
    { ...underWay, userId: manager, programId: calm, coachId: coaches[1] },
    // The manager's team: one who has just completed a topic, one gone quiet, one on the way, one choosing, one finished.
    { ...underWay, userId: team[0], programId: talks, coachId: coaches[0], lastDaysAgo: 2, stepsDone: 3 },
    {
      ...underWay,
      userId: team[0],
      programId: hard,
      coachId: coaches[1],
      lastDaysAgo: 2,
      joinedDaysAgo: 30,
      stepsDone: 3,
      leftReady: 1,
      asked: 1,
    },
    {
      ...underWay,
      userId: team[4],
      programId: hard,
      coachId: coaches[0],
      joinedDaysAgo: 11,
      lastDaysAgo: 11,
      topics: [],
      stepsDone: 0,
      invitedBy: manager,
    },
    // Left it once, and went through it again.
    {
      ...underWay,
      userId: team[1],
      programId: calm,
      coachId: coaches[1],
      joinedDaysAgo: 140,
      lastDaysAgo: 120,
      stepsDone: 1,
      leftBecause: 'The move to the new depot took every free hour.',
    },
    {
      ...underWay,
      userId: team[1],
      programId: calm,
      coachId: coaches[1],
      lastDaysAgo: 23,
      stepsDone: 2,
      cycle: 2,
    },
    {
      ...underWay,
      userId: team[2],
      programId: talks,
      coachId: coaches[0],
      lastDaysAgo: 4,
      stepsDone: 2,
      waivedBecause: 'She has done this in every shift since spring; I saw it twice.',
    },
    { ...underWay, userId: admin, programId: months, coachId: coaches[1], stepsDone: 2, lastDaysAgo: 6 },
    { ...underWay, userId: coaches[1], programId: talks, coachId: coaches[0], stepsDone: 4, lastDaysAgo: 3 },
    { ...underWay, userId: coaches[0], programId: calm, coachId: coaches[1], stepsDone: 3, lastDaysAgo: 4 },
    {
      ...underWay,
      userId: team[3],
      programId: calm,
      coachId: coaches[1],
      topics: [],
      stepsDone: 0,
      joinedDaysAgo: 9,
    },
    { ...underWay, userId: team[4], programId: talks, coachId: coaches[1], lastDaysAgo: 31, stepsDone: 99 },
    ...demoPeople.flatMap((person, index): Journey[] => {
      const userId = rows.users[index]?.id ?? 0;
      if (person.role || person.department === 'Customer care') return [];
      const programs = chance.some([talks, months, calm], chance.is(0.35) ? 2 : 1);
      return programs.map((programId) =>
        anyJourney(userId, programId, coaches[index % 2] ?? coaches[0], chance),
      );
    }),
  ];
}

const story = {
  joinedDaysAgo: 62,
  lastDaysAgo: 3,
  dueInDays: 24,
  topics: [0, 1, 2],
  stepsDone: 99,
  leftReady: 2,
} satisfies Partial<Journey>;
const begun = {
  joinedDaysAgo: 3,
  lastDaysAgo: 3,
  dueInDays: 90,
  topics: [0, 2],
  stepsDone: 0,
} satisfies Partial<Journey>;
const underWay = {
  joinedDaysAgo: 74,
  lastDaysAgo: 5,
  dueInDays: 40,
  topics: [0, 1],
  stepsDone: 3,
} satisfies Partial<Journey>;

/** Somebody at work: joined some weeks or months ago, and is somewhere between choosing and done. */
function anyJourney(userId: number, programId: string, coachId: number, chance: Chance): Journey {
  const joinedDaysAgo = chance.whole(25, 150);
  const isChoosing = chance.is(0.08);
  const isFinished = chance.is(0.25);
  return {
    userId,
    programId,
    coachId,
    joinedDaysAgo,
    lastDaysAgo: chance.whole(1, Math.min(joinedDaysAgo - 2, isFinished ? 60 : 25)),
    dueInDays: isFinished ? -chance.whole(1, 20) : chance.is(0.7) ? chance.whole(10, 90) : null,
    topics: isChoosing ? [] : chance.some([0, 1, 2, 3], chance.whole(1, 3)).sort((a, b) => a - b),
    stepsDone: isFinished ? 99 : chance.whole(0, 6),
  };
}

function otherJourneys(rows: OrganisationRows): Journey[] {
  const [programId = ''] = rows.programs.map(({ id }) => id);
  const [admin = 0, head = 0, baker = 0, driver = 0] = rows.users.map(({ id }) => id);
  return [
    { ...underWay, userId: admin, programId, coachId: head, stepsDone: 2 },
    { ...underWay, userId: baker, programId, coachId: admin, lastDaysAgo: 2 },
    { ...underWay, userId: driver, programId, coachId: head, lastDaysAgo: 19, stepsDone: 1 },
  ];
}
