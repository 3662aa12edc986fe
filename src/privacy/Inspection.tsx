import { useState } from 'react';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { Button } from '#src/ui/Button.tsx';

/** For an administrator whose browser has the Redux DevTools and who was asked to look into something. */
export function Inspection() {
  const { inspect } = useReporting();
  const [end, setEnd] = useState<(() => void) | null>(null);
  if (!inspect) return null;
  const begin = async () => {
    const ending = await inspect();
    setEnd(() => ending);
  };
  const stop = () => {
    end?.();
    setEnd(null);
  };
  return (
    <section className="card" aria-labelledby="inspection-title">
      <h2 id="inspection-title" className="title-3">
        Redux DevTools
      </h2>
      <p className="text-2">
        The extension in this browser can be shown what Trellis does in this tab. Texts, names and addresses
        are left out, and it can change nothing.
      </p>
      <p>
        {end ? (
          <Button onClick={stop}>Stop showing</Button>
        ) : (
          <Button onClick={() => void begin()}>Show this tab to Redux DevTools</Button>
        )}
      </p>
    </section>
  );
}
