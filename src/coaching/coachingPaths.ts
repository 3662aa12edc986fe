const segment = encodeURIComponent;

export const sessionPath = ({ programId, sessionId }: { programId: string; sessionId: string }) =>
  `/program/${segment(programId)}/coaching/${segment(sessionId)}?type=remote`;

/** The sessions of a learner, for their coach and manager. */
export const learnerSessionsPath = (programId: string, learnerId: number) =>
  `/program/${segment(programId)}/sessions/${learnerId}?show=sessions`;

/** The page for planning. `learner` is set by coaches and managers; `session` proposes other times for a session. */
export function planPath(
  programId: string,
  more: { learner?: number; with?: number; session?: string; minutes?: number } = {},
) {
  const query = new URLSearchParams(
    Object.entries(more).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/program/${segment(programId)}/plan-session${query && `?${query}`}`;
}
