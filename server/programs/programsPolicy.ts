import type { LearnerProgram } from '#contract/programs.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Plan } from './plan.ts';

type Relations = Pick<Plan, 'userId' | 'coachId' | 'managerId' | 'isManagerVisible'>;

/** What the viewer is to a learner in a program; null for everybody else, administrators included. */
export function relationTo(
  { userId }: Pick<Viewer, 'userId'>,
  plan: Relations,
): LearnerProgram['relation'] | null {
  if (plan.coachId === userId) return 'coach';
  return plan.isManagerVisible && plan.managerId === userId ? 'manager' : null;
}

/** Who hears of what a learner did: coach and manager, once where they are one person, never the learner. */
export const receiversFor = (plan: Relations): number[] => [
  ...new Set(
    [plan.coachId, plan.isManagerVisible ? plan.managerId : null].filter(
      (id) => id !== null && id !== plan.userId,
    ) as number[],
  ),
];
