import type { Why } from '#contract/learning/programs.ts';
import type { Participant } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import { type Plan, type PlanStep, type PlanTopic, progressOf } from './plan.ts';
import { UNKNOWN_PERSON } from './presentTopic.ts';

/** The steps that make up the percentage. `counted` has `total` rows, of which `done` rows are done (decision 0027). */
export function explainProgress(plan: Plan, people: ReadonlyMap<number, Participant>): Why {
  const all = plan.topics.flatMap((topic) => topic.steps.map((step) => ({ topic, step })));
  const isCounted = ({ topic, step }: { topic: PlanTopic; step: PlanStep }) =>
    topic.isSelected && step.required;
  return {
    progress: progressOf(plan.topics),
    counted: all.filter(isCounted).map(({ topic, step }) => {
      const by = step.waivedBy === null ? undefined : people.get(step.waivedBy);
      return {
        topicTitle: topic.title,
        version: topic.version,
        stepKey: step.stepKey,
        title: step.title,
        counts: step.state === 'done' || step.state === 'waived' ? step.state : 'open',
        doneAt: step.doneAt?.toISOString() ?? null,
        waived:
          step.state === 'waived'
            ? { by: by ? fullName(by) : UNKNOWN_PERSON, reason: step.waivedBecause ?? '' }
            : null,
      };
    }),
    notCounted: all
      .filter((row) => !isCounted(row))
      .map(({ topic, step }) => ({
        topicTitle: topic.title,
        title: step.title,
        because: topic.isSelected ? 'This step is optional.' : 'You have not selected this topic.',
      })),
  };
}
