import { loadedEndpoints } from '#store/api/loadedEndpoints.ts';
import type { coachingApi } from '#store/coaching/coachingApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import type { programsApi } from '#store/programs/programsApi.ts';
import type { RootState } from '#store/rootReducer.ts';
import type { teamApi } from '#store/team/teamApi.ts';
import { type LearnerScreen, learnerAt } from './navigation.ts';

const endpoints = loadedEndpoints<typeof programsApi & typeof coachingApi & typeof teamApi>();

/** Whether the screen is about a learner of the viewer, from the address and the response that the screen shows. */
export function learnerScreenOf(state: RootState, userId: number): LearnerScreen | null {
  const location = selectLocation(state);
  const learner = learnerAt(location);
  if (learner) {
    if (learner.userId === userId) return null;
    const { programId } = learner;
    if (programId === null)
      return {
        relation: endpoints.getTeamPerson?.select({ userId: learner.userId })(state).data?.access.relation,
      };
    const ref = { programId, userId: learner.userId };
    const { relation } =
      endpoints.getLearnerProgram?.select(ref)(state).data ??
      endpoints.getLearnerCoaching?.select(ref)(state).data ??
      {};
    return { relation: relation ?? undefined };
  }
  const query = new URLSearchParams(location.search);
  const [, opened = query.get('session')] =
    /^\/program\/[^/]+\/(?:coaching\/([^/]+)|plan-session)\/?$/.exec(location.pathname) ?? [];
  // Only coaches and managers read notes that a learner shares.
  if (opened && query.get('show') === 'shared') return { relation: undefined };
  const session = opened && endpoints.getCoachingSession?.select({ sessionId: opened })(state).data;
  return session && session.relation === 'learner' ? { relation: session.peerRelation } : null;
}
