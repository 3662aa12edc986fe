import type { Chance } from './chance.ts';
import type { Days } from './organisation.ts';
import type { OrganisationRows } from './organisationRows.ts';

interface ProposalText {
  userId: number;
  programId: string;
  /** The topic's place in the program. */
  topic: number;
  proposedBy: number;
  daysAgo: number;
  note: string;
}

/** What coaches and managers would choose for somebody. */
export function demoProposals(
  rows: OrganisationRows,
  {
    learner,
    manager,
    coaches,
    team,
  }: { learner: number; manager: number; coaches: number[]; team: number[] },
): ProposalText[] {
  const [talks = '', months = '', calm = ''] = rows.programs.map(({ id }) => id);
  const [coach = 0, otherCoach = 0] = coaches;
  return [
    {
      userId: learner,
      programId: months,
      topic: 5,
      proposedBy: otherCoach,
      daysAgo: 4,
      note: 'You told me twice how long people wait for a decision of yours. This one is short.',
    },
    {
      userId: team[3] ?? 0,
      programId: calm,
      topic: 0,
      proposedBy: manager,
      daysAgo: 3,
      note: 'The weeks before the holidays will be loud. I would begin here.',
    },
    {
      userId: team[2] ?? 0,
      programId: talks,
      topic: 3,
      proposedBy: coach,
      daysAgo: 6,
      note: 'You take over what others do not want. Shall we look at that?',
    },
  ];
}

export function addProposal(
  rows: OrganisationRows,
  { userId, programId, topic, proposedBy, daysAgo, note }: ProposalText,
  { chance, days }: { chance: Chance; days: Days },
) {
  const enrolment = rows.enrolments.findLast((one) => one.userId === userId && one.programId === programId);
  const offered = rows.programTopics.filter((one) => one.programId === programId)[topic];
  if (!enrolment || !offered)
    throw new Error('The demo proposes a topic to somebody who is not in its program');
  rows.topicProposals.push({
    id: chance.id(),
    tenantId: rows.tenant.id,
    enrolmentId: enrolment.id,
    topicId: offered.topicId,
    proposedBy,
    note,
    proposedAt: days(daysAgo),
  });
}
