import type { ProgramSummary } from '#contract/programs.ts';

/** Where a person stands in a program, in words. */
export const enrolmentWords: Record<ProgramSummary['enrolment'], string> = {
  invited: 'You are invited',
  accepted: 'Accepted',
  choosing: 'Choosing topics',
  active: 'In progress',
  ready_to_finish: 'Ready to finish',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};
const OVER: ProgramSummary['enrolment'][] = ['completed', 'declined', 'withdrawn', 'expired'];
export const isOver = (enrolment: ProgramSummary['enrolment']) => OVER.includes(enrolment);

/** The same about somebody else, as sentences. */
export const enrolmentWordsOf = (firstName: string): Record<ProgramSummary['enrolment'], string> => ({
  invited: `${firstName} has not answered the invitation.`,
  accepted: `${firstName} has not chosen topics.`,
  choosing: `${firstName} has not chosen topics.`,
  active: `${firstName} has not chosen topics.`,
  ready_to_finish: `${firstName} can finish the program.`,
  completed: `${firstName} completed the program.`,
  declined: `${firstName} said no to the program.`,
  withdrawn: `${firstName} left the program.`,
  expired: 'The program is over.',
});
