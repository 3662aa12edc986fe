/** What changes when a session counts as held, besides the session: it completes a step of the learner. */
export const tagsAfterHeld = (sessionId: string) =>
  [
    { type: 'CoachingRoom', id: sessionId },
    { type: 'Coaching', id: 'LIST' },
    'Home',
    'Program',
    'ProgramList',
    'LearnerProgram',
    'Team',
    'Person',
    'Insights',
    'Visibility',
  ] as const;
