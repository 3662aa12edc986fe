import { publishableTopicSchema, type TopicDraft } from '#contract/learning/authoring.ts';
import { and, inArray, isNull } from '#server/db/drizzle.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findReady } from '#server/learning/packages/index.ts';
import { validateChallenge } from './validateChallenge.ts';

/** The problems that prevent publishing a draft, by field. */
export async function findTopicProblems(
  tx: TenantTransaction,
  draft: TopicDraft,
): Promise<Record<string, string>> {
  const fields = findDraftProblems(draft);
  const ready = await findReady(
    tx,
    draft.steps.flatMap(({ packageId }) => packageId ?? []),
  );
  draft.steps.forEach(({ packageId }, index) => {
    if (packageId && !ready.has(packageId)) fields[`steps.${index}.packageId`] ??= 'is not ready';
  });
  const answerable = await findAnswerable(
    tx,
    draft.steps.flatMap(({ surveyId }) => surveyId ?? []),
  );
  draft.steps.forEach(({ surveyId }, index) => {
    if (surveyId && !answerable.has(surveyId)) fields[`steps.${index}.surveyId`] ??= 'is not open';
  });
  return fields;
}

/** Surveys that can be answered in a step. Anonymous surveys have no answer that belongs to a person. */
async function findAnswerable(tx: TenantTransaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: surveys.id })
    .from(surveys)
    .where(
      and(
        inArray(surveys.id, [...ids]),
        inArray(surveys.state, ['open', 'scheduled']),
        inArray(surveys.mode, ['named', 'confidential']),
        isNull(surveys.subjectId),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Without the state of the packages, which only the database knows. */
export function findDraftProblems(draft: TopicDraft): Record<string, string> {
  const checked = publishableTopicSchema.safeParse(draft);
  const fields: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) fields[path.join('.')] ??= message;
  draft.steps.forEach(({ kind, challenge, goal, after, packageId, surveyId }, index) => {
    const at = `steps.${index}`;
    if (challenge && kind !== 'challenge') fields[`${at}.challenge`] = 'is only allowed in challenge steps';
    if (packageId && kind !== 'package') fields[`${at}.packageId`] = 'is only allowed in package steps';
    if (!packageId && kind === 'package') fields[`${at}.packageId`] = 'is missing';
    if (surveyId && kind !== 'survey') fields[`${at}.surveyId`] = 'is only allowed in survey steps';
    if (goal !== null && kind !== 'practice') fields[`${at}.goal`] = 'is only allowed in practice steps';
    const earlier = new Set(draft.steps.slice(0, index).map(({ stepKey }) => stepKey));
    if (after.some((key) => !earlier.has(key))) fields[`${at}.after`] = 'can only contain earlier steps';
    for (const [field, message] of Object.entries(challenge ? validateChallenge(challenge) : {}))
      fields[`${at}.challenge.${field}`] ??= message;
  });
  if (draft.steps.length > 0 && !draft.steps.some(({ required }) => required))
    fields.steps ??= 'need at least 1 required step';
  return fields;
}
