import { Lock } from 'lucide-react';
import { memo } from 'react';
import { feedbackCommentOf } from '#contract/chat.ts';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { Linked } from '#src/ui/Linked.tsx';
import { Marked } from './Marked.tsx';

/** What a person wrote: links are links, feedback after a session is marked as such, and what was searched for stands out. */
export const MessageText = memo(function MessageText({
  details,
  sought,
}: {
  details: string;
  sought: string;
}) {
  const comment = feedbackCommentOf(details);
  const words = (text: string) => (sought === '' ? text : <Marked text={text} sought={sought} />);
  if (comment === null) return <Linked text={details} words={words} />;
  return (
    <>
      <span className="feedback-label">
        <Lock className="icon" aria-hidden="true" />
        {`${SESSION_FEEDBACK_PREFIX} `}
      </span>
      <Linked text={comment} words={words} />
    </>
  );
});
