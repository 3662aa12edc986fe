import { Lock } from 'lucide-react';
import { memo } from 'react';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { feedbackCommentOf } from '#contract/messaging/chat.ts';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { CollapsibleText } from './CollapsibleText.tsx';
import { collapsedText } from './collapsedText.ts';
import { SearchHighlight } from './SearchHighlight.tsx';

interface MessageTextProps {
  details: string;
  searchText: string;
  isCurrentMatch: boolean;
}

/** The text of a message with links and search matches. Long texts are collapsed; session feedback has a label. */
export const MessageText = memo(function MessageText({
  details,
  searchText,
  isCurrentMatch,
}: MessageTextProps) {
  const comment = feedbackCommentOf(details);
  const highlight = (text: string) =>
    searchText === '' ? text : <SearchHighlight text={text} searchText={searchText} />;
  const fullText = comment ?? details;
  const start = collapsedText(fullText);
  const text =
    start === null ? (
      <LinkifiedText text={fullText} words={highlight} />
    ) : (
      <CollapsibleText start={start} text={fullText} isCurrentMatch={isCurrentMatch}>
        {(shown) => <LinkifiedText text={shown} words={highlight} />}
      </CollapsibleText>
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
