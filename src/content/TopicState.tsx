import { Archive, CircleCheck, MessageSquareText, Pencil } from 'lucide-react';
import type { AuthoredTopicState } from '#contract/learning/authoring.ts';
import { Tag } from '#src/ui/display/Tag.tsx';

export const stateLabels: Record<AuthoredTopicState, string> = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  retired: 'Retired',
};
const icons = { draft: Pencil, in_review: MessageSquareText, published: CircleCheck, retired: Archive };

/** The state of a topic as a word with an icon. */
export function TopicState({ state }: { state: AuthoredTopicState }) {
  const Icon = icons[state];
  const content = (
    <>
      <Icon className="icon icon-small" aria-hidden="true" />
      {stateLabels[state]}
    </>
  );
  return state === 'published' ? <Tag tone="primary">{content}</Tag> : <Tag>{content}</Tag>;
}
