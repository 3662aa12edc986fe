import type { Days } from './createOrganisation.ts';
import type { OrganisationRows } from './organisationRows.ts';
import type { Random } from './random.ts';

interface ProposalText {
  userId: number;
  programId: string;
  /** Position of the topic in the program. */
  topic: number;
  proposedBy: number;
  daysAgo: number;
  note: string;
}

/** Topics that coaches and managers propose to learners. */
export function demoProposals(
  rows: OrganisationRows,
  {
    learner,
    manager,
    coaches,
    team,
  }: { learner: number; manager: number; coaches: number[]; team: number[] },
): ProposalText[] {
  const [communication = '', leading = '', pressure = ''] = rows.programs.map(({ id }) => id);
  const [coach = 0, otherCoach = 0] = coaches;
  return [
    {
      userId: learner,
      programId: leading,
      topic: 5,
      proposedBy: otherCoach,
      daysAgo: 4,
      note: 'You mentioned that your team often asks for the reasons behind decisions. This topic is short and may help.',
    },
    {
      userId: team[3] ?? 0,
      programId: pressure,
      topic: 0,
      proposedBy: manager,
      daysAgo: 3,
      note: 'The weeks before the holidays will be busy. I suggest that you start with this topic.',
    },
    {
      userId: team[2] ?? 0,
      programId: communication,
      topic: 3,
      proposedBy: coach,
      daysAgo: 6,
      note: 'You often take on work for others. This topic could help you decline some of it.',
    },
  ];
}

export function addProposal(
  rows: OrganisationRows,
  { userId, programId, topic, proposedBy, daysAgo, note }: ProposalText,
  { random, days }: { random: Random; days: Days },
) {
  const enrolment = rows.enrolments.findLast((one) => one.userId === userId && one.programId === programId);
  const offered = rows.programTopics.filter((one) => one.programId === programId)[topic];
  if (!enrolment || !offered)
    throw new Error('The demo data proposes a topic to a person who is not enrolled in the program');
  rows.topicProposals.push({
    id: random.id(),
    tenantId: rows.tenant.id,
    enrolmentId: enrolment.id,
    topicId: offered.topicId,
    proposedBy,
    note,
    proposedAt: days(daysAgo),
  });
}
