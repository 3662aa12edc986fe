import { memo, useEffect, useRef, useState } from 'react';
import { plural } from '#src/ui/text/plural.ts';

/** The shortest time between 2 announcements. Messages that arrive in between are announced together. */
const ANNOUNCE_EVERY_MS = 2_000;

interface ConversationAnnouncerProps {
  /** Number of messages since the conversation was opened. */
  count: number;
  peerName: string;
}

/** Announces incoming messages to screen readers. */
export const ConversationAnnouncer = memo(function ConversationAnnouncer({
  count,
  peerName,
}: ConversationAnnouncerProps) {
  const [announced, setAnnounced] = useState(count);
  const latest = useRef(count);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (latest.current === count) return;
    latest.current = count;
    if (timer.current !== null) return;
    const announce = () => {
      const next = latest.current;
      setAnnounced(next);
      timer.current = setTimeout(() => {
        timer.current = null;
        if (latest.current !== next) announce();
      }, ANNOUNCE_EVERY_MS);
    };
    announce();
  }, [count]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return (
    <div className="visually-hidden" role="log" aria-label="New messages">
      {announced > 0 &&
        plural(announced, `# new message from ${peerName}`, `# new messages from ${peerName}`)}
    </div>
  );
});
