import { RETAKE_DAYS } from '#contract/learning/propensity.ts';
import { clearCommunication } from '#server/learning/programs/templates/clearCommunication.ts';
import { difficultConversations } from '#server/learning/programs/templates/difficultConversations.ts';
import { newTeamLeads } from '#server/learning/programs/templates/newTeamLeads.ts';
import { createDays, createOrganisation, readinessResult } from './createOrganisation.ts';
import { demoObjectives } from './demoObjectives.ts';
import { addEnrolment, type EnrolmentText } from './enrolments.ts';
import { followUpObjectives } from './followUpObjectives.ts';
import { addObjective } from './objectives.ts';
import type { OrganisationRows } from './organisationRows.ts';
import { demoPeople, otherPeople, type PersonText } from './people.ts';
import { addProposal, demoProposals } from './proposals.ts';
import { createRandom, type Random } from './random.ts';
import { workingUnderPressure } from './workingUnderPressure.ts';

/** Seed of the random generator. Changing it changes the demo data. */
const SEED = 20_261_121;

/** The demo organisation and a second one to show tenant isolation. Deterministic for the same day and hash. */
export function demoOrganisations(now: Date, passwordHash: string): OrganisationRows[] {
  const random = createRandom(SEED);
  const days = createDays(random, now);
  const tools = { random, days, now };

  const demo = createOrganisation(
    {
      tenantId: 1,
      name: 'Harbourline Logistics',
      domain: 'demo.example',
      people: demoPeople,
      programs: [clearCommunication, newTeamLeads, workingUnderPressure, difficultConversations],
    },
    { random, days, passwordHash },
  );
  const cast = findCast(demo);
  for (const enrolment of demoEnrolments(demo, cast, random)) addEnrolment(demo, enrolment, tools);
  for (const objective of demoObjectives({ ...cast, coach: cast.coaches[0] }))
    addObjective(demo, objective, tools);
  for (const proposal of demoProposals(demo, cast)) addProposal(demo, proposal, tools);

  const other = createOrganisation(
    {
      tenantId: 2,
      name: 'Goldcrust Bakeries',
      domain: 'other.example',
      people: otherPeople,
      programs: [workingUnderPressure],
    },
    { random, days, passwordHash },
  );
  for (const enrolment of otherEnrolments(other)) addEnrolment(other, enrolment, tools);

  for (const rows of [demo, other])
    for (const objective of followUpObjectives(rows)) addObjective(rows, objective, tools);

  for (const rows of [demo, other])
    for (const user of rows.users) {
      if (!user.lastProfileUpdate) continue;
      rows.propensityResults.push(readinessResult(rows, user.id, user.lastProfileUpdate, random));
      // People who answered long ago have answered again, except a few, whom the home page asks to do so.
      const isLongAgo = user.lastProfileUpdate < days(RETAKE_DAYS);
      if (random.is(isLongAgo ? 0.9 : 0.4))
        rows.propensityResults.push(readinessResult(rows, user.id, days(random.whole(5, 60)), random));
    }
  return [demo, other];
}

/** The user ids of people with a fixed role in the demo data. */
function findCast(rows: OrganisationRows) {
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

function demoEnrolments(
  rows: OrganisationRows,
  { learner, newcomer, manager, admin, coaches, team }: ReturnType<typeof findCast>,
  random: Random,
): EnrolmentText[] {
  const [communication = '', leading = '', pressure = '', difficult = ''] = rows.programs.map(({ id }) => id);
  return [
    // Main demo: 1 topic is completed, 2 are ready to complete.
    { ...mainDemo, userId: learner, programId: communication, coachId: coaches[0] },
    {
      userId: learner,
      programId: leading,
      coachId: coaches[1],
      joinedDaysAgo: 12,
      lastDaysAgo: 6,
      dueInDays: 70,
      topics: [0, 1],
      stepsDone: 1,
      texts: [
        {
          why: 'Too many decisions are waiting for me, and that slows the team down.',
          ifThenPlan: 'If someone asks me how to do a task, then I explain the expected result first.',
        },
        {
          why: '2 of my 6 team members say very little in team meetings.',
          ifThenPlan: 'If someone has no topic, then I wait before I ask a question.',
        },
      ],
    },
    // An invitation that the learner has not answered yet.
    {
      userId: learner,
      programId: difficult,
      coachId: coaches[0],
      joinedDaysAgo: 2,
      lastDaysAgo: 2,
      dueInDays: 60,
      topics: [],
      stepsDone: 0,
      invitedBy: manager,
    },
    { ...justStarted, userId: newcomer, programId: communication, coachId: coaches[0] },
    { ...inProgress, userId: manager, programId: pressure, coachId: coaches[1] },
    // The manager's team: one completed recently, one inactive, one in progress, one selecting topics, one finished.
    {
      ...inProgress,
      userId: team[0],
      programId: communication,
      coachId: coaches[0],
      lastDaysAgo: 2,
      stepsDone: 3,
    },
    {
      ...inProgress,
      userId: team[0],
      programId: difficult,
      coachId: coaches[1],
      lastDaysAgo: 2,
      joinedDaysAgo: 30,
      stepsDone: 3,
      leftReady: 1,
      asked: 1,
    },
    {
      ...inProgress,
      userId: team[4],
      programId: difficult,
      coachId: coaches[0],
      joinedDaysAgo: 11,
      lastDaysAgo: 11,
      topics: [],
      stepsDone: 0,
      invitedBy: manager,
    },
    // This learner left the program once and started it again.
    {
      ...inProgress,
      userId: team[1],
      programId: pressure,
      coachId: coaches[1],
      joinedDaysAgo: 140,
      lastDaysAgo: 120,
      stepsDone: 1,
      leftBecause: 'I have no time for the program during the move to the new depot.',
    },
    {
      ...inProgress,
      userId: team[1],
      programId: pressure,
      coachId: coaches[1],
      lastDaysAgo: 23,
      stepsDone: 2,
      cycle: 2,
    },
    {
      ...inProgress,
      userId: team[2],
      programId: communication,
      coachId: coaches[0],
      lastDaysAgo: 4,
      stepsDone: 2,
      waivedBecause: 'She already does this in every shift. I have observed it twice.',
    },
    { ...inProgress, userId: admin, programId: leading, coachId: coaches[1], stepsDone: 2, lastDaysAgo: 6 },
    {
      ...inProgress,
      userId: coaches[1],
      programId: communication,
      coachId: coaches[0],
      stepsDone: 4,
      lastDaysAgo: 3,
    },
    {
      ...inProgress,
      userId: coaches[0],
      programId: pressure,
      coachId: coaches[1],
      stepsDone: 3,
      lastDaysAgo: 4,
    },
    {
      ...inProgress,
      userId: team[3],
      programId: pressure,
      coachId: coaches[1],
      topics: [],
      stepsDone: 0,
      joinedDaysAgo: 9,
    },
    {
      ...inProgress,
      userId: team[4],
      programId: communication,
      coachId: coaches[1],
      lastDaysAgo: 31,
      stepsDone: 99,
    },
    ...demoPeople.flatMap((person, index): EnrolmentText[] => {
      const userId = rows.users[index]?.id ?? 0;
      if (person.role || person.department === 'Customer care') return [];
      const programs = random.some([communication, leading, pressure], random.is(0.35) ? 2 : 1);
      return programs.map((programId) =>
        randomEnrolment(userId, programId, coaches[index % 2] ?? coaches[0], random),
      );
    }),
  ];
}

const mainDemo = {
  joinedDaysAgo: 62,
  lastDaysAgo: 3,
  dueInDays: 24,
  topics: [0, 1, 2],
  stepsDone: 99,
  leftReady: 2,
} satisfies Partial<EnrolmentText>;
const justStarted = {
  joinedDaysAgo: 3,
  lastDaysAgo: 3,
  dueInDays: 90,
  topics: [0, 2],
  stepsDone: 0,
} satisfies Partial<EnrolmentText>;
const inProgress = {
  joinedDaysAgo: 74,
  lastDaysAgo: 5,
  dueInDays: 40,
  topics: [0, 1],
  stepsDone: 3,
} satisfies Partial<EnrolmentText>;

/** A random enrolment that started weeks or months ago. Its state is between selecting topics and completed. */
function randomEnrolment(userId: number, programId: string, coachId: number, random: Random): EnrolmentText {
  const joinedDaysAgo = random.whole(25, 150);
  const isChoosing = random.is(0.08);
  const isFinished = random.is(0.25);
  return {
    userId,
    programId,
    coachId,
    joinedDaysAgo,
    lastDaysAgo: random.whole(1, Math.min(joinedDaysAgo - 2, isFinished ? 60 : 25)),
    dueInDays: isFinished ? -random.whole(1, 20) : random.is(0.7) ? random.whole(10, 90) : null,
    topics: isChoosing ? [] : random.some([0, 1, 2, 3], random.whole(1, 3)).sort((a, b) => a - b),
    stepsDone: isFinished ? 99 : random.whole(0, 6),
  };
}

function otherEnrolments(rows: OrganisationRows): EnrolmentText[] {
  const [programId = ''] = rows.programs.map(({ id }) => id);
  const [admin = 0, head = 0, baker = 0, driver = 0] = rows.users.map(({ id }) => id);
  return [
    { ...inProgress, userId: admin, programId, coachId: head, stepsDone: 2 },
    { ...inProgress, userId: baker, programId, coachId: admin, lastDaysAgo: 2 },
    { ...inProgress, userId: driver, programId, coachId: head, lastDaysAgo: 19, stepsDone: 1 },
  ];
}
