import type { ProgramSummary } from '#contract/learning/programSummaries.ts';

/** State of the viewer's own enrolment. */
export const enrolmentLabels: Record<ProgramSummary['enrolment'], string> = {
  invited: 'Invited',
  accepted: 'Accepted',
  choosing: 'Selecting topics',
  active: 'In progress',
  ready_to_finish: 'Ready to finish',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const ENDED: ProgramSummary['enrolment'][] = ['completed', 'declined', 'withdrawn'];
export const hasEnded = (enrolment: ProgramSummary['enrolment']) => ENDED.includes(enrolment);

/** An invitation can always be answered, except while its program is paused. */
export const isPausedInvitation = ({ enrolment, invitation }: ProgramSummary) =>
  enrolment === 'invited' && invitation === null;

/** Shown instead of the progress of an enrolment without steps. */
export const withoutSteps = (enrolment: ProgramSummary['enrolment']) =>
  enrolment === 'invited' || hasEnded(enrolment) ? enrolmentLabels[enrolment] : 'No topics selected';

/** Progress with the state once all steps are done: “8 of 8 steps · Completed”. */
export const stepsText = (
  enrolment: ProgramSummary['enrolment'],
  { done, total }: ProgramSummary['progress'],
) =>
  [
    `${done} of ${total} steps`,
    ...(enrolment === 'ready_to_finish' || enrolment === 'completed' ? [enrolmentLabels[enrolment]] : []),
  ].join(' · ');

/** State of another person's enrolment, as a sentence. */
export const enrolmentSentences = (firstName: string): Record<ProgramSummary['enrolment'], string> => ({
  invited: `${firstName} has not responded to the invitation yet.`,
  accepted: `${firstName} has not selected topics yet.`,
  choosing: `${firstName} has not selected topics yet.`,
  active: `${firstName} has not selected topics yet.`,
  ready_to_finish: `${firstName} can finish the program.`,
  completed: `${firstName} completed the program.`,
  declined: `${firstName} declined the invitation.`,
  withdrawn: `${firstName} left the program.`,
});
