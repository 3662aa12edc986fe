import { useSyncExternalStore } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import type { Departure } from '#src/reporting/departures.ts';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import { Analytics } from './Analytics.tsx';
import { Inspection } from './Inspection.tsx';
import './privacy.css';

/** Everything that this browser has told to anybody but Trellis since the page was loaded, word by word. */
export default function WhatLeaves() {
  const { departures } = useReporting();
  const list = useSyncExternalStore(departures.subscribe, departures.list);
  const user = useAppSelector(selectUser);
  return (
    <div className="content content-reading">
      <PageTop
        title="What leaves this browser"
        lede="What you do and write goes to Trellis and to the people you write to. This page shows what goes to anybody else."
      />
      <div className="what-leaves">
        <Analytics isAdmin={user?.isAdmin ?? false} />
        {user?.isAdmin && <Inspection />}
        <section className="card" aria-labelledby="departures-title">
          <h2 id="departures-title" className="title-3">
            The last 100 payloads
          </h2>
          <p className="text-2">
            Error reports carry the place in our code and what the application did, never what you or others
            wrote. The list begins anew when the page is loaded.
          </p>
          {list.length === 0 ? (
            <p className="text-2">Nothing has left since this page was loaded.</p>
          ) : (
            <ol className="departures" aria-label="Payloads, newest first">
              {list.map((one) => (
                <Payload key={one.id} departure={one} />
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}

const TO = { 'error reports': 'Error reports', analytics: 'Analytics' } satisfies Record<
  Departure['to'],
  string
>;
const timeOf = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

const Payload = ({ departure: { to, at, payload } }: { departure: Departure }) => (
  <li>
    <details>
      <summary>
        {TO[to]}, <time dateTime={new Date(at).toISOString()}>{timeOf.format(at)}</time>
      </summary>
      <pre>{payload}</pre>
    </details>
  </li>
);
