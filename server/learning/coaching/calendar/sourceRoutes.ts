import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  calendarFileQuerySchema,
  calendarSchema,
  newCalendarSourceSchema,
} from '#contract/learning/calendar.ts';
import { CALENDAR_MAX_BYTES } from '#contract/limits.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { UPLOAD_CALLS } from '#server/http/rateLimits.ts';
import { CalendarUnreadable } from './busyTimes.ts';
import { readCalendar } from './feeds.ts';
import { readAddress, readFile, refreshSource, requireFeedAddress, type SourceDeps } from './readSource.ts';
import { addSource, findSource, findTimeZone, removeSource } from './sources.ts';

const tags = ['calendar'];
const params = z.object({ sourceId: randomId });

/** A calendar that cannot be read is not added, and the person is told why. */
const orProblem = (field: string) => (error: unknown) => {
  if (error instanceof CalendarUnreadable) throw notPossible(error.message, { [field]: 'could not be read' });
  throw error;
};

/** Calendars that say when a person is busy. See docs/decisions/0067-calendars.md. */
export const sourceRoutes: FastifyPluginAsyncZod<SourceDeps> = async (app, deps) => {
  const { pool, now, secretBox, allowsLocal } = deps;
  app.addContentTypeParser(
    'text/calendar',
    { parseAs: 'string', bodyLimit: CALENDAR_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  const timeZoneOf = ({ tenantId, userId }: { tenantId: number; userId: number }) =>
    readTenant(pool, tenantId, (tx) => findTimeZone(tx, userId));
  const changed = { 200: calendarSchema, ...problems(400, 401, 404, 422) };
  /** Changes the calendars and returns them. */
  const change = (
    { tenantId, userId }: { tenantId: number; userId: number },
    work: (tx: TenantTransaction) => Promise<unknown>,
  ) =>
    withTenant(pool, tenantId, async (tx) => {
      await work(tx);
      return readCalendar(tx, userId, now());
    });

  app.post(
    '/calendar/sources',
    {
      config: UPLOAD_CALLS,
      schema: {
        tags,
        summary: 'Add the address of a calendar that says when you are busy',
        body: newCalendarSourceSchema,
        response: changed,
      },
    },
    async ({ viewer, body: { name, address } }) => {
      const url = requireFeedAddress(address, allowsLocal);
      const times = await readAddress(deps, url, await timeZoneOf(viewer)).catch(orProblem('address'));
      const encrypted = secretBox.encrypt(viewer.tenantId, url);
      return change(viewer, (tx) => addSource(tx, viewer.userId, { name, address: encrypted }, times, now()));
    },
  );

  app.post(
    '/calendar/sources/file',
    {
      config: UPLOAD_CALLS,
      bodyLimit: CALENDAR_MAX_BYTES,
      schema: {
        tags,
        summary: 'Upload a calendar file (.ics) that says when you are busy',
        consumes: ['text/calendar'],
        querystring: calendarFileQuerySchema,
        response: { ...changed, ...problems(413, 415) },
      },
    },
    async ({ viewer, query: { name }, body }) => {
      const text = typeof body === 'string' ? body : '';
      const times = await readFile(text, await timeZoneOf(viewer), now()).catch(orProblem('file'));
      return change(viewer, (tx) => addSource(tx, viewer.userId, { name, address: null }, times, now()));
    },
  );

  app.post(
    '/calendar/sources/:sourceId/reading',
    {
      config: UPLOAD_CALLS,
      schema: { tags, summary: 'Read the address of a calendar now', params, response: changed },
    },
    async ({ viewer, params: { sourceId } }) => {
      const source = await readTenant(pool, viewer.tenantId, (tx) => findSource(tx, sourceId, viewer.userId));
      if (!source) throw notFound();
      await refreshSource(deps, { tenantId: viewer.tenantId, sourceId });
      return readTenant(pool, viewer.tenantId, (tx) => readCalendar(tx, viewer.userId, now()));
    },
  );

  app.delete(
    '/calendar/sources/:sourceId',
    { schema: { tags, summary: 'Remove a calendar', params, response: changed } },
    ({ viewer, params: { sourceId } }) => change(viewer, (tx) => removeSource(tx, viewer.userId, sourceId)),
  );
};
