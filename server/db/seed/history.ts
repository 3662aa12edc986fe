import type { Chance } from './chance.ts';
import type { Days } from './organisation.ts';
import type { OrganisationRows } from './organisationRows.ts';

/** How far somebody has come in a program, told by the days since. */
export interface Journey {
  userId: number;
  programId: string;
  coachId: number;
  joinedDaysAgo: number;
  /** When they last did anything. */
  lastDaysAgo: number;
  dueInDays: number | null;
  /** Which topics of the program they chose, by position; none while they are still choosing. */
  topics: number[];
  /** So many of the required steps are done, in their order. */
  stepsDone: number;
  /** The last topics whose steps are done, but which have not been completed. */
  leftReady?: number;
}

/** Writes one journey: the enrolment, its pinned versions and goals, what was done and what was completed. */
export function addJourney(
  rows: OrganisationRows,
  journey: Journey,
  { chance, days, now }: { chance: Chance; days: Days; now: Date },
) {
  const tenantId = rows.tenant.id;
  const enrolmentId = chance.id();
  const joinedAt = days(journey.joinedDaysAgo);
  const offered = rows.programTopics.filter(({ programId }) => programId === journey.programId);
  const chosen = journey.topics.flatMap((position) => offered[position] ?? []);
  rows.enrolmentTopics.push(...offered.map(({ topicId }) => ({ tenantId, enrolmentId, topicId, n: 1 })));
  rows.goals.push(
    ...chosen.map(({ topicId }) => ({
      id: chance.id(),
      tenantId,
      enrolmentId,
      topicId,
      selectedAt: joinedAt,
    })),
  );

  const steps = chosen.flatMap(({ topicId }) =>
    rows.topicSteps.filter((step) => step.topicId === topicId && step.required),
  );
  const done = steps.slice(0, journey.stepsDone);
  const doneAt = new Map(
    done.map((step, index) => [
      step.stepKey,
      days(
        between(
          journey.joinedDaysAgo - 1,
          journey.lastDaysAgo,
          done.length === 1 ? 1 : index / (done.length - 1),
        ),
      ),
    ]),
  );
  rows.stepRecords.push(
    ...done.map(({ stepKey, goal, kind }) => ({
      tenantId,
      enrolmentId,
      stepKey,
      state: 'done' as const,
      count: goal ?? 0,
      answer: kind === 'reflection' ? 'I waited longer than was comfortable, and it was worth it.' : null,
      doneAt: doneAt.get(stepKey) ?? now,
      updatedAt: doneAt.get(stepKey) ?? now,
    })),
  );

  const finished = chosen.filter(({ topicId }) =>
    steps.every((step) => step.topicId !== topicId || doneAt.has(step.stepKey)),
  );
  const completed = finished.slice(0, finished.length - (journey.leftReady ?? 0));
  const completions = completed.map(({ topicId }) => ({
    tenantId,
    enrolmentId,
    topicId,
    completedAt: lastOf(
      steps.flatMap((step) => (step.topicId === topicId ? (doneAt.get(step.stepKey) ?? []) : [])),
      now,
    ),
  }));
  rows.topicCompletions.push(...completions);

  const isFinished = chosen.length > 0 && completed.length === chosen.length;
  rows.enrolments.push({
    id: enrolmentId,
    tenantId,
    programId: journey.programId,
    userId: journey.userId,
    coachId: journey.coachId === journey.userId ? null : journey.coachId,
    state: isFinished ? 'completed' : chosen.length === 0 ? 'choosing' : 'active',
    dueOn:
      journey.dueInDays === null
        ? null
        : new Date(now.getTime() + journey.dueInDays * 86_400_000).toISOString().slice(0, 10),
    joinedAt,
    finishedAt: isFinished
      ? lastOf(
          completions.map(({ completedAt }) => completedAt),
          now,
        )
      : null,
  });
}

/** A number of days on the way from the first to the last. */
const between = (from: number, to: number, share: number) => Math.round(from + (to - from) * share);
/** A topic is completed some minutes after its last step. */
const lastOf = (times: Date[], now: Date) =>
  new Date(Math.min(now.getTime(), Math.max(...times.map((time) => time.getTime())) + 600_000));
