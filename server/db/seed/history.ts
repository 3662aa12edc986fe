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
  /** So many of those have been completed, and wait since some days to be confirmed. */
  asked?: number;
  /** Why each topic was chosen and what is intended, in the order of the topics. */
  words?: { why: string; ifThenPlan: string }[];
  /** An invitation that has not been answered: by whom, `joinedDaysAgo`. */
  invitedBy?: number;
  /** The first required step that is not done was waived, by the coach. */
  waivedBecause?: string;
  cycle?: number;
  /** Left, for this reason. */
  leftBecause?: string;
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
  if (journey.invitedBy === undefined)
    rows.enrolmentTopics.push(...offered.map(({ topicId }) => ({ tenantId, enrolmentId, topicId, n: 1 })));
  rows.goals.push(
    ...chosen.map(({ topicId }, index) => ({
      id: chance.id(),
      tenantId,
      enrolmentId,
      topicId,
      ...journey.words?.[index],
      selectedAt: joinedAt,
    })),
  );
  rows.goalChanges.push(
    ...chosen.map(({ topicId }, index) => ({
      id: chance.id(),
      tenantId,
      enrolmentId,
      topicId,
      kind: 'selected' as const,
      ...journey.words?.[index],
      at: joinedAt,
    })),
  );

  const steps = chosen.flatMap(({ topicId }) =>
    rows.topicSteps.filter((step) => step.topicId === topicId && step.n === 1 && step.required),
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

  const waived = journey.waivedBecause === undefined ? undefined : steps[done.length];
  if (waived && journey.waivedBecause !== undefined) {
    const at = days(journey.lastDaysAgo);
    rows.stepRecords.push({
      tenantId,
      enrolmentId,
      stepKey: waived.stepKey,
      state: 'waived',
      waivedBy: journey.coachId,
      waivedBecause: journey.waivedBecause,
      doneAt: at,
      updatedAt: at,
    });
  }

  const finished = chosen.filter(({ topicId }) =>
    steps.every((step) => step.topicId !== topicId || doneAt.has(step.stepKey)),
  );
  const completed = finished.slice(0, finished.length - (journey.leftReady ?? 0));
  rows.topicConfirmations.push(
    ...finished.slice(finished.length - (journey.asked ?? 0)).map(({ topicId }) => ({
      id: chance.id(),
      tenantId,
      enrolmentId,
      topicId,
      askedAt: days(journey.lastDaysAgo),
    })),
  );
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
    cycle: journey.cycle ?? 1,
    state: stateOf(journey, { isFinished, isChoosing: chosen.length === 0 }),
    invitedBy: journey.invitedBy ?? null,
    reason: journey.leftBecause ?? null,
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
      : journey.leftBecause === undefined
        ? null
        : days(journey.lastDaysAgo),
  });
}

function stateOf(
  { invitedBy, leftBecause }: Journey,
  { isFinished, isChoosing }: { isFinished: boolean; isChoosing: boolean },
) {
  if (invitedBy !== undefined) return 'invited';
  if (leftBecause !== undefined) return 'withdrawn';
  if (isFinished) return 'completed';
  return isChoosing ? 'choosing' : 'active';
}

/** A number of days on the way from the first to the last. */
const between = (from: number, to: number, share: number) => Math.round(from + (to - from) * share);
/** A topic is completed some minutes after its last step. */
const lastOf = (times: Date[], now: Date) =>
  new Date(Math.min(now.getTime(), Math.max(...times.map((time) => time.getTime())) + 600_000));
