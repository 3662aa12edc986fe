import { Lock } from 'lucide-react';
import { memo } from 'react';
import { feedbackCommentOf } from '#contract/chat.ts';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { Linked } from '#src/ui/Linked.tsx';
import { Folded } from './Folded.tsx';
import { foldedText } from './foldedText.ts';
import { Marked } from './Marked.tsx';

interface MessageTextProps {
  details: string;
  sought: string;
  /** The search stands at this message. */
  isFound: boolean;
}

/**
 * What a person wrote: links are links, feedback after a session is marked as such, what was searched for stands out, and
 * what would fill the view many times over is folded.
 */
export const MessageText = memo(function MessageText({ details, sought, isFound }: MessageTextProps) {
  const comment = feedbackCommentOf(details);
  const words = (text: string) => (sought === '' ? text : <Marked text={text} sought={sought} />);
  const said = comment ?? details;
  const start = foldedText(said);
  const text =
    start === null ? (
      <Linked text={said} words={words} />
    ) : (
      <Folded start={start} text={said} isFound={isFound}>
        {(shown) => <Linked text={shown} words={words} />}
      </Folded>
    );
  if (comment === null) return text;
  return (
    <>
      <span className="feedback-label">
        <Lock className="icon" aria-hidden="true" />
        {`${SESSION_FEEDBACK_PREFIX} `}
      </span>
      {text}
    </>
  );
});
