import { nextRoundName } from '#contract/surveys/roundName.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { type Audit, SYSTEM } from '#server/administration/audit/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { HttpError, notPossible } from '#server/http/httpError.ts';
import { type ChangeContext, copyOf, daysBetween } from '#server/surveys/changeSurvey.ts';
import { hasNextRound, type SurveyRow, stateOf } from '#server/surveys/surveysRepository.ts';
import { moveSurvey } from './moveSurvey.ts';
import { isPlanned } from './plannedSurveys.ts';

interface PlanDeps {
  secretBox: SecretBox;
  audit: Pick<Audit, 'record'>;
  now: Date;
}

type PlanContext = ChangeContext & { hasActiveOwner: boolean };

/** Opens scheduled surveys, releases closed ones and creates next rounds, on the days that their owners have chosen. */
export async function runSurveyPlans(tx: TenantTransaction, deps: PlanDeps): Promise<void> {
  const planned = await tx
    .select({ survey: surveys, owner: users })
    .from(surveys)
    .innerJoin(users, eq(users.id, surveys.ownerId))
    .where(isPlanned())
    .orderBy(surveys.createdAt, surveys.id);
  for (const { survey, owner } of planned) {
    const context: PlanContext = {
      tx,
      viewer: {
        userId: owner.id,
        tenantId: tx.tenantId,
        sessionId: newId(),
        isAdmin: owner.isAdmin,
        mayAuthor: owner.mayAuthor,
        timeZone: owner.timeZone,
        locale: owner.locale ?? 'en-US',
      },
      actor: SYSTEM,
      hasActiveOwner: owner.status === 'active',
      ...deps,
    };
    const today = dayOf(deps.now, context.viewer);
    await openOnItsDay(context, survey, today);
    await releaseOnItsDay(context, survey, today);
    await startNextRound(context, survey, today);
  }
}

/**
 * Carries out a planned step. If it is refused, the people who run the survey see why, and the plan is
 * cancelled.
 */
async function attempt(
  context: PlanContext,
  survey: SurveyRow,
  state: 'open' | 'released',
  withoutPlan: Partial<typeof surveys.$inferInsert>,
) {
  const { id, version } = survey;
  try {
    if (!context.hasActiveOwner) throw notPossible(ownerLeft(context, survey, state));
    await moveSurvey(context, id, { state, version });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await context.tx
      .update(surveys)
      .set({ ...withoutPlan, problem: error.message, version: version + 1 })
      .where(eq(surveys.id, id));
  }
}

function ownerLeft({ viewer: owner }: PlanContext, { subjectId }: SurveyRow, state: 'open' | 'released') {
  if (state === 'released')
    return 'The owner of the survey is no longer active. An administrator can release them.';
  // The reports of a manager got another manager, so the survey would ask no one. Feedback asks its raters.
  return owner.isAdmin || subjectId !== null
    ? 'Its owner is no longer active. An administrator can open it.'
    : 'Its owner is no longer active and has no direct reports to ask. An administrator can create a new survey instead.';
}

async function openOnItsDay(context: PlanContext, survey: SurveyRow, today: string) {
  if (survey.state === 'scheduled' && survey.opensOn !== null && survey.opensOn <= today)
    await attempt(context, survey, 'open', { state: 'draft' });
}

async function releaseOnItsDay(context: PlanContext, survey: SurveyRow, today: string) {
  const isDue = survey.releasesOn !== null && survey.releasesOn <= today && survey.releasedAt === null;
  if (isDue && stateOf(survey, context.now) === 'closed')
    await attempt(context, survey, 'released', { releasesOn: null });
}

/** The next round asks the same questions, the same number of weeks later. Each round has one next round. */
async function startNextRound(context: PlanContext, survey: SurveyRow, today: string) {
  const { tx, now } = context;
  const { opensOn, closesOn, releasesOn, repeatWeeks } = survey;
  if (repeatWeeks === null || opensOn === null || closesOn === null || survey.openedAt === null) return;
  const next = plusDays(opensOn, repeatWeeks * 7);
  if (next > today) return;
  // Only the newest round repeats, so that there is one place to stop the rounds.
  await tx
    .update(surveys)
    .set({ repeatWeeks: null, version: sql`${surveys.version} + 1` })
    .where(eq(surveys.id, survey.id));
  // After the update has locked the survey: a person may have repeated it at the same time.
  if (await hasNextRound(tx, survey.id)) return;
  const shift = daysBetween(opensOn, next);
  const [round] = await tx
    .insert(surveys)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      ownerId: survey.ownerId,
      name: nextRoundName(survey.name),
      ...copyOf(survey),
      repeats: survey.id,
      state: 'scheduled',
      opensOn: next,
      closesOn: plusDays(closesOn, shift),
      releasesOn: releasesOn && plusDays(releasesOn, shift),
      repeatWeeks,
      createdAt: now,
    })
    .returning();
  if (!round) throw new Error('The round was not inserted');
  await context.audit.record(tx, context.actor, {
    action: 'survey.created',
    subject: { type: 'survey', id: round.id },
  });
  await openOnItsDay(context, round, today);
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
