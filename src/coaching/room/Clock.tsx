import { useEffect, useState } from 'react';
import { Tag } from '#src/ui/display/Tag.tsx';

const MINUTE_MS = 60_000;
const WARN_MS = 5 * MINUTE_MS;

/** Time since both were present for the first time, with a quiet warning near the end. */
export function Clock({ metAt, minutes, offset }: { metAt: number | null; minutes: number; offset: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const spent = metAt === null ? 0 : Math.max(0, now + offset - metAt);
  const left = minutes * MINUTE_MS - spent;
  const leftMinutes = Math.max(0, Math.ceil(left / MINUTE_MS));
  const isLate = metAt !== null && left <= WARN_MS;
  return (
    <div className="clock">
      {isLate && <Tag tone="amber">{left > 0 ? `${leftMinutes} min left` : 'Time is over'}</Tag>}
      <p>
        <span className="visually-hidden">Since you met: </span>
        <b className="figures">{timeText(spent)}</b> <span className="text-2">{`of ${minutes} min`}</span>
      </p>
      <span className="visually-hidden" role="status">
        {isLate && (left > 0 ? '5 minutes left' : 'The planned time is over')}
      </span>
    </div>
  );
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${String(rest).padStart(2, '0')}`;
}
