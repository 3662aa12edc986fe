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
