import { useState } from 'react';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';

/** Lets an administrator with the Redux DevTools extension inspect this tab. */
export function Inspection() {
  const { inspect } = useReporting();
  const [endInspection, setEndInspection] = useState<(() => void) | null>(null);
  if (!inspect) return null;
  const start = async () => {
    const end = await inspect();
    setEndInspection(() => end);
  };
  const stop = () => {
    endInspection?.();
    setEndInspection(null);
  };
  return (
    <section className="card" aria-labelledby="inspection-title">
      <h2 id="inspection-title" className="title-3">
        Redux DevTools
      </h2>
      <p className="text-2">
        You can show the actions and state of this tab in the browser extension. Texts, names and email
        addresses are removed, and the extension cannot change anything.
      </p>
      <p>
        {endInspection ? (
          <Button onClick={stop}>Stop inspection</Button>
        ) : (
          <Button onClick={() => void start()}>Inspect this tab</Button>
        )}
      </p>
    </section>
  );
}
