import {
  type AuthoredTopic,
  type DraftStep,
  publishableTopicSchema,
  type TopicDraft,
  topicDraftSchema,
} from '#contract/learning/authoring.ts';
import { webAddress } from '#contract/learning/richText.ts';
import type { TopicUpload } from '#contract/learning/uploads.ts';
import { stepLines } from '#src/content/versions/compareSteps.ts';
import type { ConflictingValue } from '#src/forms/ConflictBar.tsx';
import { type AutosavedDocument, useAutosavedDocument } from '#src/forms/useAutosavedDocument.ts';
import { useSaveTopicMutation } from '#store/content/contentApi.ts';

/** The content that the editor changes. */
export interface TopicDocument extends TopicDraft {
  tags: string[];
}
export type TopicForm = AutosavedDocument<TopicDocument, AuthoredTopic>;

const docOf = ({ title, behaviorName, description, steps, tags }: AuthoredTopic): TopicDocument => ({
  title,
  behaviorName,
  description,
  steps,
  tags,
});

function readDocument(kept: unknown): TopicDocument | null {
  const checked = topicDraftSchema.safeParse(kept);
  const tags = (kept as { tags?: unknown } | null)?.tags;
  if (!checked.success || !Array.isArray(tags)) return null;
  return { ...checked.data, tags: tags.filter((tag) => typeof tag === 'string') };
}

/** The content as publishing stores it, so that a draft and the version made from it have the same content. */
function contentOf(doc: TopicDocument): TopicDocument {
  const content = publishableTopicSchema.safeParse(doc).data ?? topicDraftSchema.safeParse(doc).data ?? doc;
  const steps = content.steps.map((step) => ({ ...step, url: webAddress(step.url ?? '') ?? step.url }));
  return { ...content, steps, tags: doc.tags };
}
const withoutEmpty = (value: unknown) => JSON.stringify(value, (_key, part: unknown) => part ?? undefined);
const hasSameContent = (a: TopicDocument, b: TopicDocument) =>
  withoutEmpty(contentOf(a)) === withoutEmpty(contentOf(b));

/** The fields whose content differs. */
function changedFields(doc: TopicDocument, base: TopicDocument): Partial<TopicDocument> {
  const [content, before] = [contentOf(doc), contentOf(base)];
  const isChanged = (name: keyof TopicDocument) => withoutEmpty(content[name]) !== withoutEmpty(before[name]);
  return Object.fromEntries(
    Object.entries(doc).filter(([name]) => isChanged(name as keyof TopicDocument)),
  ) as Partial<TopicDocument>;
}

/** The draft of a topic, saved while it is written. */
export function useTopicDocument(
  loaded: AuthoredTopic,
  reload: () => Promise<{ data?: AuthoredTopic | undefined }>,
): TopicForm {
  const [saveTopic] = useSaveTopicMutation();
  const { topicId } = loaded;
  return useAutosavedDocument<TopicDocument, AuthoredTopic>({
    draftKeyOf: () => `topic/${topicId}`,
    loaded,
    docOf,
    read: readDocument,
    // Steps contain most of the text, so only changed parts are sent.
    save: (doc, saved) =>
      saveTopic({ topicId, change: { ...changedFields(doc, docOf(saved)), version: saved.version } }),
    reload,
    isSame: hasSameContent,
  });
}

/** Both versions of each difference. */
export function conflictingValues(
  own: TopicDocument,
  saved: TopicDocument,
  uploads: readonly TopicUpload[],
): ConflictingValue[] {
  const [mine, theirs] = [contentOf(own), contentOf(saved)];
  const texts = [
    { label: 'Title', mine: mine.title, theirs: theirs.title },
    { label: 'Behaviour', mine: mine.behaviorName, theirs: theirs.behaviorName },
    { label: 'Description', mine: mine.description, theirs: theirs.description },
    { label: 'Tags', mine: mine.tags.join(', '), theirs: theirs.tags.join(', ') },
    {
      label: 'Order of steps',
      mine: mine.steps.map(({ title }) => title).join(', '),
      theirs: theirs.steps.map(({ title }) => title).join(', '),
    },
  ].filter((value) => value.mine !== value.theirs);
  const keys = new Set([...mine.steps, ...theirs.steps].map(({ stepKey }) => stepKey));
  const steps = [...keys].flatMap((key) => {
    const [step, other] = [mine, theirs].map(({ steps: all }) => all.find(({ stepKey }) => stepKey === key));
    if (withoutEmpty(step) === withoutEmpty(other)) return [];
    const label = `Step “${step?.title || other?.title || 'without a title'}”`;
    return [{ label, ...differingLines({ step, steps: mine.steps }, { step: other, steps: theirs.steps }) }];
  });
  return [...texts, ...steps];

  /** For each version of a step, the lines that the other version does not have. */
  function differingLines(ours: StepOf, other: StepOf) {
    if (!ours.step || !other.step)
      return { mine: ours.step ? ours.step.title : MISSING, theirs: other.step ? other.step.title : MISSING };
    const nameOf = (id: string) => uploads.find(({ uploadId }) => uploadId === id)?.fileName ?? 'another one';
    const [ownLines, otherLines] = [
      stepLines(ours.step, { steps: ours.steps, nameOf, before: other.step }),
      stepLines(other.step, { steps: other.steps, nameOf }),
    ];
    const linesOf = (lines: readonly string[], without: readonly string[]) =>
      lines.filter((line) => !without.includes(line)).join('\n') || SAME_TEXT;
    return { mine: linesOf(ownLines, otherLines), theirs: linesOf(otherLines, ownLines) };
  }
}

interface StepOf {
  step: DraftStep | undefined;
  steps: readonly DraftStep[];
}
const MISSING = 'Not in this version';
/** Only the format of the text differs, or a line was removed. */
const SAME_TEXT = 'The same text, with different formatting or fewer lines';
