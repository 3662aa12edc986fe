import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { CalendarSource } from '#contract/learning/calendar.ts';
import { CALENDAR_MAX_SOURCES } from '#contract/limits.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useReadCalendarSourceMutation,
  useRemoveCalendarSourceMutation,
} from '#store/coaching/calendarApi.ts';
import { AddAddress } from './AddAddress.tsx';
import { AddFile } from './AddFile.tsx';
import './calendarSettings.css';

/** The user's calendars, from which Trellis reads the user's busy times. */
export function SourcesSection({ sources }: { sources: readonly CalendarSource[] }) {
  const [adding, setAdding] = useState<'file' | 'address' | null>(null);
  const isFull = sources.length >= CALENDAR_MAX_SOURCES;
  return (
    <section className="section stack-3" aria-labelledby="busy">
      <div className="section-head">
        <div>
          <h2 className="title-2" id="busy">
            Busy times from your calendars
          </h2>
          <p className="text-2">
            No session is proposed while one of these calendars says that you are busy.
          </p>
        </div>
        {!isFull && (
          <div className="row row-wrap">
            <Button onClick={() => setAdding('address')}>Add address</Button>
            <Button onClick={() => setAdding('file')}>Upload file</Button>
          </div>
        )}
      </div>
      {sources.length > 0 && (
        <ul className="calendar-list" aria-label="Your calendars">
          {sources.map((source) => (
            <SourceRow key={source.sourceId} source={source} />
          ))}
        </ul>
      )}
      {sources.length === 0 && <p className="text-3">You have not added a calendar.</p>}
      {isFull && (
        <p className="text-2">{`You have ${CALENDAR_MAX_SOURCES} calendars. Remove one before you add another.`}</p>
      )}
      <PrivacyNote>
        Only the times are stored: no titles, places or people. Others see when you are free or busy when they
        plan a session with you.
      </PrivacyNote>
      {adding === 'address' && <AddAddress onClose={() => setAdding(null)} />}
      {adding === 'file' && <AddFile onClose={() => setAdding(null)} />}
    </section>
  );
}

function SourceRow({ source }: { source: CalendarSource }) {
  const { sourceId, name, kind, readAt, failure, times } = source;
  const { dayAndTime } = useFormats();
  const [read, reading] = useReadCalendarSourceMutation();
  const [remove, removing] = useRemoveCalendarSourceMutation();
  const error = reading.error ?? removing.error;
  const found = plural(times, '# busy time', '# busy times');
  return (
    <li>
      <CalendarDays className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="calendar-name">
          <span className="strong">{name}</span>
          <Tag>{kind === 'file' ? 'File' : 'Read every hour'}</Tag>
        </p>
        {readAt && (
          <p className="small text-3 figures">
            {kind === 'file'
              ? `Uploaded ${dayAndTime(readAt)}, ${found} in the 12 months after it.`
              : `Last read ${dayAndTime(readAt)}, ${found} in the next 12 months.`}
          </p>
        )}
        {failure && (
          <p className="small calendar-failure">{`${failure} The times from the last reading still apply.`}</p>
        )}
        {error && (
          <p className="field-error" role="alert">
            {`${reading.error ? 'The calendar was not read.' : 'The calendar was not removed.'} ${problemOf(error).message}`}
          </p>
        )}
      </div>
      <div className="row row-wrap">
        {kind === 'address' && (
          <Button
            small
            busy={reading.isLoading}
            aria-label={`Read now: ${name}`}
            onClick={() => {
              forgetFailures(reading, removing);
              void read({ sourceId });
            }}
          >
            Read now
          </Button>
        )}
        <Button
          small
          busy={removing.isLoading}
          aria-label={`Remove: ${name}`}
          onClick={() => {
            forgetFailures(reading, removing);
            void remove({ sourceId });
          }}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
