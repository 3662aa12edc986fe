import { isRecordedByLearner } from '#contract/learning/stepRules.ts';
import type { Days } from './createOrganisation.ts';
import type { OrganisationRows } from './organisationRows.ts';
import type { Random } from './random.ts';

/** An enrolment of the demo data. Times are days before now. */
export interface EnrolmentText {
  userId: number;
  programId: string;
  coachId: number;
  joinedDaysAgo: number;
  /** Time of the last activity. */
  lastDaysAgo: number;
  dueInDays: number | null;
  /** Positions of the selected topics; empty while the learner is selecting. */
  topics: number[];
  /** Number of required steps that are done, in order. */
  stepsDone: number;
  /** Number of topics at the end of the list that are ready but not completed. */
  leftReady?: number;
  /** Number of topics that wait for a confirmation. */
  asked?: number;
  /** The learner's reason and if-then plan for each topic, in the order of the topics. */
  texts?: { why: string; ifThenPlan: string }[];
  /** The person who sent an unanswered invitation, `joinedDaysAgo` days ago. */
  invitedBy?: number;
  /** The coach's reason for waiving the first open required step. */
  waivedBecause?: string;
  cycle?: number;
  /** The learner's reason for leaving the program. */
  leftBecause?: string;
}

/** Adds an enrolment with pinned versions, goals, step records, confirmations and completions. */
export function addEnrolment(
  rows: OrganisationRows,
  enrolment: EnrolmentText,
  { random, days, now }: { random: Random; days: Days; now: Date },
) {
  const tenantId = rows.tenant.id;
  const enrolmentId = random.id();
  const joinedAt = days(enrolment.joinedDaysAgo);
  const offered = rows.programTopics.filter(({ programId }) => programId === enrolment.programId);
  const chosen = enrolment.topics.flatMap((position) => offered[position] ?? []);
  if (enrolment.invitedBy === undefined)
    rows.enrolmentTopics.push(...offered.map(({ topicId }) => ({ tenantId, enrolmentId, topicId, n: 1 })));
  rows.goals.push(
    ...chosen.map(({ topicId }, index) => ({
      id: random.id(),
      tenantId,
      enrolmentId,
      topicId,
      ...enrolment.texts?.[index],
      selectedAt: joinedAt,
    })),
  );
  rows.goalChanges.push(
    ...chosen.map(({ topicId }, index) => ({
      id: random.id(),
      tenantId,
      enrolmentId,
      topicId,
      kind: 'selected' as const,
      ...enrolment.texts?.[index],
      at: joinedAt,
    })),
  );

  const steps = chosen.flatMap(({ topicId }) =>
    rows.topicSteps.filter((step) => step.topicId === topicId && step.n === 1 && step.required),
  );
  const done = steps.slice(0, enrolment.stepsDone);
  const doneAt = new Map(
    done.map((step, index) => [
      step.stepKey,
      days(
        between(
          enrolment.joinedDaysAgo - 1,
          enrolment.lastDaysAgo,
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
      // Coach and learner met before they could plan sessions in Trellis, so the coach waived these steps (decision
      // 0028).
      ...(isRecordedByLearner(kind)
        ? { state: 'done' as const }
        : { state: 'waived' as const, waivedBy: enrolment.coachId, waivedBecause: 'We did this in person.' }),
      count: goal ?? 0,
      answer:
        kind === 'reflection'
          ? 'I waited longer than usual before I answered, and I learned something new.'
          : null,
      doneAt: doneAt.get(stepKey) ?? now,
      updatedAt: doneAt.get(stepKey) ?? now,
    })),
  );

  const waived = enrolment.waivedBecause === undefined ? undefined : steps[done.length];
  if (waived && enrolment.waivedBecause !== undefined) {
    const at = days(enrolment.lastDaysAgo);
    rows.stepRecords.push({
      tenantId,
      enrolmentId,
      stepKey: waived.stepKey,
      state: 'waived',
      waivedBy: enrolment.coachId,
      waivedBecause: enrolment.waivedBecause,
      doneAt: at,
      updatedAt: at,
    });
  }

  const finished = chosen.filter(({ topicId }) =>
    steps.every((step) => step.topicId !== topicId || doneAt.has(step.stepKey)),
  );
  const completed = finished.slice(0, finished.length - (enrolment.leftReady ?? 0));
  rows.topicConfirmations.push(
    ...finished.slice(finished.length - (enrolment.asked ?? 0)).map(({ topicId }) => ({
      id: random.id(),
      tenantId,
      enrolmentId,
      topicId,
      askedAt: days(enrolment.lastDaysAgo),
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
    programId: enrolment.programId,
    userId: enrolment.userId,
    coachId: enrolment.coachId === enrolment.userId ? null : enrolment.coachId,
    cycle: enrolment.cycle ?? 1,
    state: stateOf(enrolment, { isFinished, isChoosing: chosen.length === 0 }),
    invitedBy: enrolment.invitedBy ?? null,
    reason: enrolment.leftBecause ?? null,
    dueOn:
      enrolment.dueInDays === null
        ? null
        : new Date(now.getTime() + enrolment.dueInDays * 86_400_000).toISOString().slice(0, 10),
    joinedAt,
    finishedAt: isFinished
      ? lastOf(
          completions.map(({ completedAt }) => completedAt),
          now,
        )
      : enrolment.leftBecause === undefined
        ? null
        : days(enrolment.lastDaysAgo),
  });
}

function stateOf(
  { invitedBy, leftBecause }: EnrolmentText,
  { isFinished, isChoosing }: { isFinished: boolean; isChoosing: boolean },
) {
  if (invitedBy !== undefined) return 'invited';
  if (leftBecause !== undefined) return 'withdrawn';
  if (isFinished) return 'completed';
  return isChoosing ? 'choosing' : 'active';
}

/** Interpolates between two numbers of days. */
const between = (from: number, to: number, share: number) => Math.round(from + (to - from) * share);
/** A topic is completed 10 minutes after its last step. */
const lastOf = (times: Date[], now: Date) =>
  new Date(Math.min(now.getTime(), Math.max(...times.map((time) => time.getTime())) + 600_000));
