/**
 * The ids of the elements that links lead to, written as the fragment of the address. Needs, notifications and reasons
 * link to these ids, and the screens set them on their elements (decision 0010).
 */
export const stepTarget = ({ topicId, stepKey }: { topicId: string; stepKey: string }) =>
  `step-${topicId}-${stepKey}`;
export const topicTarget = (topicId: string) => `topic-${topicId}`;
/** The button that completes a topic. */
export const completionTarget = (topicId: string) => `complete-${topicId}`;
export const upgradeTarget = (topicId: string) => `upgrade-${topicId}`;
export const changeTarget = (changeId: string) => `change-${changeId}`;
/** The button to write to a learner, on the page of their program. */
export const MESSAGE_TARGET = 'message-learner';
export const INVITATION_TARGET = 'answer-invitation';
/** A program in the list of those that the user can join. */
export const catalogueTarget = (programId: string) => `join-${programId}`;
/** Requests to join a program, on the page of those who manage it. */
export const JOIN_REQUESTS_TARGET = 'join-requests';
/** The launch of a draft, and the request for it, in the last step of the program wizard. */
export const LAUNCH_TARGET = 'launch-program';
/** The comments on the user's own check-in. */
export const COMMENTS_TARGET = 'check-in-comments';
export const FINISH_TARGET = 'finish-program';
/** The choice of one of the times that the other person proposed for a session. */
export const TIMES_TARGET = 'choose-time';
export const NOTE_TARGET = 'add-note';
/** The export and the erasure of the user's data, on the page “My data”. */
export const EXPORT_TARGET = 'data-export';
export const ERASURE_TARGET = 'data-erasure';
export const OBJECTIVE_STATE_TARGET = 'objective-state';
/** The summary of a completed program. */
export const SUMMARY_TARGET = 'program-summary';
