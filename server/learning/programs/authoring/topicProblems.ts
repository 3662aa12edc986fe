import { type DraftStep, publishableTopicSchema, type TopicDraft } from '#contract/learning/authoring.ts';
import { imageIdsOf, webAddress } from '#contract/learning/richText.ts';
import type { UploadPurpose } from '#contract/learning/uploads.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findReady } from '#server/learning/packages/index.ts';
import { findAnswerable } from '#server/surveys/index.ts';
import { validateChallenge } from './validateChallenge.ts';

const notReady: Record<UploadPurpose, string> = {
  package: 'is not ready',
  file: 'is not ready',
  video: 'is not ready',
  captions: 'are not ready',
  image: 'contains an image that is not stored here',
};

/** The problems that prevent publishing a draft, by field, in the order of the editor: the topic, then step by step. */
export async function findTopicProblems(
  tx: TenantTransaction,
  draft: TopicDraft,
): Promise<Record<string, string>> {
  const fields = findDraftProblems(draft);
  const uploads = draft.steps.flatMap(uploadsOf);
  const ready = await findReady(
    tx,
    uploads.map(({ id }) => id),
  );
  draft.steps.forEach((step, index) => {
    for (const { field, id, purpose } of uploadsOf(step))
      if (ready.get(id) !== purpose) fields[`steps.${index}.${field}`] ??= notReady[purpose];
  });
  const answerable = await findAnswerable(
    tx,
    draft.steps.flatMap(({ surveyId }) => surveyId ?? []),
  );
  draft.steps.forEach(({ surveyId }, index) => {
    if (surveyId && !answerable.has(surveyId))
      fields[`steps.${index}.surveyId`] ??= 'does not accept answers from learners';
  });
  return inStepOrder(fields);
}

/** The problems of the topic itself first, then those of each step. Within a step they keep their order. */
export function inStepOrder(problems: Record<string, string>): Record<string, string> {
  const stepOf = (path: string) => {
    const [root, index] = path.split('.');
    return root === 'steps' ? Number(index ?? -1) : -2;
  };
  return Object.fromEntries(Object.entries(problems).toSorted(([a], [b]) => stepOf(a) - stepOf(b)));
}

/** The uploads that a step uses, with the purpose that each must have. */
function uploadsOf({ kind, packageId, fileId, captionsId, document }: DraftStep) {
  const all: { field: string; id: string | null | undefined; purpose: UploadPurpose }[] = [
    { field: 'packageId', id: packageId, purpose: 'package' },
    { field: 'fileId', id: fileId, purpose: kind === 'video' ? 'video' : 'file' },
    { field: 'captionsId', id: captionsId, purpose: 'captions' },
    ...(document ? imageIdsOf(document) : []).map((id) => ({ field: 'body', id, purpose: 'image' as const })),
  ];
  return all.flatMap(({ id, ...upload }) => (id ? [{ ...upload, id }] : []));
}

/** Does not check the state of packages and surveys, which only the database knows. */
export function findDraftProblems(draft: TopicDraft): Record<string, string> {
  const checked = publishableTopicSchema.safeParse(draft);
  const fields: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) fields[path.join('.')] ??= message;
  draft.steps.forEach((step, index) => {
    const { kind, challenge, goal, after, packageId, surveyId, url, fileId, captionsId } = step;
    const at = `steps.${index}`;
    if (challenge && kind !== 'challenge') fields[`${at}.challenge`] = 'is only allowed in challenge steps';
    if (packageId && kind !== 'package') fields[`${at}.packageId`] = 'is only allowed in package steps';
    if (!packageId && kind === 'package') fields[`${at}.packageId`] = 'is missing';
    const hasFile = kind === 'file' || kind === 'video';
    if (fileId && !hasFile) fields[`${at}.fileId`] = 'is only allowed in file and video steps';
    if (!fileId && hasFile) fields[`${at}.fileId`] = 'is missing';
    if (captionsId && kind !== 'video') fields[`${at}.captionsId`] = 'are only allowed in video steps';
    if (!captionsId && kind === 'video') fields[`${at}.captionsId`] = 'are missing';
    if (surveyId && kind !== 'survey') fields[`${at}.surveyId`] = 'is only allowed in survey steps';
    if (!surveyId && kind === 'survey') fields[`${at}.surveyId`] = 'is missing';
    if (url && kind !== 'link') fields[`${at}.url`] = 'is only allowed in link steps';
    if (kind === 'link' && !url?.trim()) fields[`${at}.url`] = 'is missing';
    else if (kind === 'link' && webAddress(url ?? '') === null)
      fields[`${at}.url`] = 'must be a page on the web, such as https://example.com/page';
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
