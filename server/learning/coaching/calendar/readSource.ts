import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { CALENDAR_MAX_BYTES } from '#contract/limits.ts';
import { randomId } from '#contract/text.ts';
import { DAY_MS } from '#contract/timeZones.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { fetchFailure } from '#server/http/fetchFailure.ts';
import { badRequest } from '#server/http/httpError.ts';
import { createPublicFetch, isPublicAddress } from '#server/http/publicFetch.ts';
import type { JobKind, Jobs } from '#server/jobs/index.ts';
import type { Interval } from '#server/learning/coaching/slots.ts';
import { CalendarUnreadable } from './busyTimes.ts';
import { readInWorker } from './readInWorker.ts';
import { deletePastTimes, findDueSources, findSource, saveFailure, saveTimes } from './sources.ts';

const TIMEOUT_MS = 10_000;
/**
 * Calendars are read once an hour. The job runs more often, so that a failed read does not wait for another
 * hour.
 */
const EVERY_MS = 55 * 60_000;

export interface SourceDeps {
  pool: Pool;
  jobs: Pick<Jobs, 'register' | 'schedule' | 'enqueue'>;
  secretBox: SecretBox;
  /** Addresses may use http, and may be private. */
  allowsLocal: boolean;
  now: () => Date;
}

/** Busy times are kept for the next 12 months, as sessions are planned at most a year ahead. */
const rangeOf = (now: Date): Interval => ({
  from: now.getTime() - DAY_MS,
  until: now.getTime() + 366 * DAY_MS,
});

export const readFile = (text: string, timeZone: string, now: Date) =>
  readInWorker(text, { ...rangeOf(now), timeZone });

/** The address that is called for a feed. Calendar programs write `webcal:` for https. */
export function requireFeedAddress(text: string, allowsLocal: boolean): string {
  const address = text.replace(/^webcals?:/i, 'https:');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !(url.protocol === 'https:' || (allowsLocal && url.protocol === 'http:')))
    throw badRequest({ address: 'must be an address that starts with https:// or webcal://' });
  if (url.username || url.password)
    throw badRequest({ address: 'must be an address without a user name and password' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isNumber = /^[\d.]+$/.test(host) || host.includes(':');
  if (!allowsLocal && (host === 'localhost' || (isNumber && !isPublicAddress(host))))
    throw badRequest({ address: 'must be a public address' });
  url.hash = '';
  return url.href;
}

/** Reads the calendar at an address. Throws `CalendarUnreadable` with the reason. */
export async function readAddress(
  { allowsLocal, now }: Pick<SourceDeps, 'allowsLocal' | 'now'>,
  address: string,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Interval[]> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let text: string;
  try {
    const answer = await createPublicFetch({ allowsLocal })(address, {
      headers: { accept: 'text/calendar, */*;q=0.1', 'user-agent': 'Trellis-Calendar' },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (answer.status >= 300 && answer.status < 400)
      throw new CalendarUnreadable('The address redirects to another one. Enter that address instead.');
    if (answer.status !== 200)
      throw new CalendarUnreadable(`The server of the calendar answered with the error ${answer.status}.`);
    text = await answer.text();
  } catch (error) {
    if (error instanceof CalendarUnreadable || signal?.aborted) throw error;
    if ((error as Error).message === 'the answer is too long')
      throw new CalendarUnreadable(`The calendar is larger than ${CALENDAR_MAX_BYTES / 1_000_000} MB.`);
    throw new CalendarUnreadable(fetchFailure(error, timeout));
  }
  return readFile(text, timeZone, now());
}

/** Reads a stored address again. An error is stored for its owner. */
export async function refreshSource(
  deps: SourceDeps,
  { tenantId, sourceId }: { tenantId: number; sourceId: string },
  signal?: AbortSignal,
) {
  const { pool, secretBox, now } = deps;
  const source = await readTenant(pool, tenantId, (tx) => findSource(tx, sourceId));
  if (source?.status !== 'active' || source.address === null) return;
  const address = secretBox.decrypt(tenantId, source.address);
  try {
    if (address === null) throw new CalendarUnreadable('Remove this calendar and add its address again.');
    const times = await readAddress(deps, address, source.timeZone, signal);
    await withTenant(pool, tenantId, (tx) => saveTimes(tx, source, times, now()));
  } catch (error) {
    if (!(error instanceof CalendarUnreadable)) throw error;
    await withTenant(pool, tenantId, (tx) => saveFailure(tx, source.id, error.message, now()));
  }
}

const refreshKind: JobKind<{ sourceId: string }> = {
  name: 'read-calendar',
  payload: z.object({ sourceId: randomId }),
  maxSeconds: 60,
};

/** Reads the calendar addresses of all people periodically. */
export function registerCalendarJobs(deps: SourceDeps) {
  const { pool, jobs, now } = deps;
  jobs.register(refreshKind, ({ tenantId, payload, signal }) =>
    refreshSource(deps, { tenantId, ...payload }, signal),
  );
  jobs.schedule({
    name: 'read-calendars',
    cron: '*/15 * * * *',
    run: (signal) =>
      inEachOrganisation(pool, signal, async (tx) => {
        await deletePastTimes(tx, new Date(now().getTime() - DAY_MS));
        for (const { id } of await findDueSources(tx, new Date(now().getTime() - EVERY_MS)))
          await jobs.enqueue(tx, refreshKind, { sourceId: id }, { singletonKey: id });
      }),
  });
}
