import { memo, useEffect, useRef, useState } from 'react';

/** Nobody who listens is interrupted more often than this: what comes meanwhile is said as one. */
const BETWEEN_MS = 2_000;

interface ConversationNewsProps {
  /** How many came since the conversation was opened. */
  count: number;
  peerName: string;
}

/** Says what comes to those who do not see it. */
export const ConversationNews = memo(function ConversationNews({ count, peerName }: ConversationNewsProps) {
  const [said, setSaid] = useState(count);
  const newest = useRef(count);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (newest.current === count) return;
    newest.current = count;
    if (timer.current !== null) return;
    const say = () => {
      const told = newest.current;
      setSaid(told);
      timer.current = setTimeout(() => {
        timer.current = null;
        if (newest.current !== told) say();
      }, BETWEEN_MS);
    };
    say();
  }, [count]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return (
    <div className="visually-hidden" role="log" aria-label="News of this conversation">
      {said > 0 && `${said} new ${said === 1 ? 'message' : 'messages'} from ${peerName}`}
    </div>
  );
});
