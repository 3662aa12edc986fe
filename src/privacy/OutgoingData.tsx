import { useSyncExternalStore } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import type { OutboundEntry } from '#src/reporting/outboundLog.ts';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import { Analytics } from './Analytics.tsx';
import { Inspection } from './Inspection.tsx';
import './privacy.css';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** Everything that this browser has sent to services other than Trellis since the page was loaded. */
export default function OutgoingData() {
  const { outboundLog } = useReporting();
  const list = useSyncExternalStore(outboundLog.subscribe, outboundLog.list);
  const user = useAppSelector(selectUser);
  return (
    <div className="content content-reading">
      <PageHeader
        title="Data that leaves this browser"
        lede="This page lists the data that this browser has sent to services other than Trellis."
      />
      <div className="outgoing-data">
        <Analytics isAdmin={user?.isAdmin ?? false} />
        {user?.isAdmin && <Inspection />}
        <section className="card" aria-labelledby="payloads-title">
          <h2 id="payloads-title" className="title-3">
            Last 100 payloads
          </h2>
          <p className="text-2">
            Error reports contain the location in our code and what the application did, never what people
            wrote. The list is cleared when the page is reloaded.
          </p>
          {list.length === 0 ? (
            <p className="text-2">No data has been sent since this page was loaded.</p>
          ) : (
            <ol className="payloads" aria-label="Payloads, newest first">
              {list.map((entry) => (
                <Payload key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}

const RECEIVERS = { 'error reports': 'Error reports', analytics: 'Analytics' } satisfies Record<
  OutboundEntry['to'],
  string
>;

function Payload({ entry: { to, at, payload } }: { entry: OutboundEntry }) {
  const { exactTime } = useFormats();
  return (
    <li>
      <details>
        <summary>
          {RECEIVERS[to]}, <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
        </summary>
        <pre>{payload}</pre>
      </details>
    </li>
  );
}
