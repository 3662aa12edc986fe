import {
  ACTIONS_MAX,
  type ActionChange,
  type NewAction,
  type SurveyAction,
} from '#contract/surveys/actions.ts';
import { and, asc, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyActions } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { findRunnable } from '#server/surveys/surveysRepository.ts';

/** The actions that follow from a survey, earliest day first. */
export async function listActions(tx: TenantTransaction, surveyId: string): Promise<SurveyAction[]> {
  const rows = await tx
    .select({ action: surveyActions, owner: users })
    .from(surveyActions)
    .innerJoin(users, eq(users.id, surveyActions.ownerId))
    .where(eq(surveyActions.surveyId, surveyId))
    .orderBy(asc(surveyActions.dueOn), asc(surveyActions.createdAt), asc(surveyActions.id));
  return rows.map(({ action, owner }) => ({
    actionId: action.id,
    text: action.text,
    owner: participantOf(owner),
    dueOn: action.dueOn,
    outcome: action.outcome,
    doneOn: action.doneOn,
  }));
}

/** The people who run a survey with released results decide on actions. Only the person can act on 360 feedback. */
async function lockReleased(tx: TenantTransaction, viewer: Viewer, surveyId: string) {
  const survey = await findRunnable(tx, viewer, surveyId, { forUpdate: true });
  if (survey.subjectId !== null) throw notFound();
  if (survey.releasedAt === null) throw notPossible('Release the results before you decide what to do.');
}

async function requireActive(tx: TenantTransaction, ownerId: number) {
  const active = await tx.$count(users, and(eq(users.id, ownerId), eq(users.status, 'active')));
  if (active === 0)
    throw notPossible('This person is not active. Choose another one.', { ownerId: 'is not active' });
}

export async function addAction(
  tx: TenantTransaction,
  viewer: Viewer,
  surveyId: string,
  { text, ownerId, dueOn }: NewAction,
  now: Date,
): Promise<void> {
  await lockReleased(tx, viewer, surveyId);
  await requireActive(tx, ownerId);
  const existing = await tx.$count(surveyActions, eq(surveyActions.surveyId, surveyId));
  if (existing >= ACTIONS_MAX)
    throw notPossible(`A survey has at most ${ACTIONS_MAX} actions. Choose the most important ones.`);
  await tx
    .insert(surveyActions)
    .values({ id: newId(), tenantId: tx.tenantId, surveyId, text, ownerId, dueOn, createdAt: now });
}

const isAction = (surveyId: string, actionId: string) =>
  and(eq(surveyActions.surveyId, surveyId), eq(surveyActions.id, actionId));

export async function changeAction(
  tx: TenantTransaction,
  viewer: Viewer,
  { surveyId, actionId }: { surveyId: string; actionId: string },
  { isDone, ...change }: ActionChange,
  now: Date,
): Promise<void> {
  await lockReleased(tx, viewer, surveyId);
  const [action] = await tx.select().from(surveyActions).where(isAction(surveyId, actionId));
  if (!action) throw notFound();
  if (change.ownerId !== undefined) await requireActive(tx, change.ownerId);
  const doneOn = isDone ? (action.doneOn ?? dayOf(now, viewer)) : null;
  const values = { ...change, ...(isDone !== undefined && { doneOn }) };
  if (Object.keys(values).length === 0) return;
  await tx.update(surveyActions).set(values).where(isAction(surveyId, actionId));
}

export async function removeAction(
  tx: TenantTransaction,
  viewer: Viewer,
  { surveyId, actionId }: { surveyId: string; actionId: string },
): Promise<void> {
  await lockReleased(tx, viewer, surveyId);
  await tx.delete(surveyActions).where(isAction(surveyId, actionId));
}
