import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  calendarFeedSchema,
  calendarSchema,
  dayChangeSchema,
  dayRangeSchema,
} from '#contract/learning/calendar.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { removeDays, setDays } from './days.ts';
import { readCalendar, readFeed, renewFeed, revokeFeed } from './feeds.ts';
import { registerCalendarJobs, type SourceDeps } from './readSource.ts';
import { sourceRoutes } from './sourceRoutes.ts';

export interface CalendarDeps extends SourceDeps {
  publicOrigin: string;
}

const tags = ['calendar'];

/** A person's calendar feed, and the calendars that Trellis reads. See docs/decisions/0067-calendars.md. */
export const calendarRoutes: FastifyPluginAsyncZod<CalendarDeps> = async (app, deps) => {
  const { pool, publicOrigin, now } = deps;
  registerCalendarJobs(deps);
  await app.register(sourceRoutes, deps);
  app.get(
    '/calendar',
    {
      schema: {
        tags,
        summary: 'Your calendar feed and the calendars that say when you are busy',
        response: { 200: calendarSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readCalendar(tx, viewer.userId, now())),
  );

  app.post(
    '/calendar/feed',
    {
      schema: {
        tags,
        summary: 'Create the address of your calendar feed, or replace it',
        response: { 200: calendarFeedSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      withTenant(pool, viewer.tenantId, async (tx) => ({
        address: `${publicOrigin}/api/calendar/feeds/${await renewFeed(tx, viewer.userId, now())}`,
      })),
  );

  app.delete(
    '/calendar/feed',
    {
      schema: {
        tags,
        summary: 'Revoke the address of your calendar feed',
        response: { 204: z.null(), ...problems(401) },
      },
    },
    async ({ viewer }, reply) => {
      await withTenant(pool, viewer.tenantId, (tx) => revokeFeed(tx, viewer.userId));
      return reply.code(204).send(null);
    },
  );

  const days = { 200: calendarSchema, ...problems(400, 401) };
  app.put(
    '/calendar/days',
    {
      schema: {
        tags,
        summary: 'Set days off, or different hours on some days',
        body: dayChangeSchema,
        response: days,
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await setDays(tx, viewer.userId, body);
        return readCalendar(tx, viewer.userId, now());
      }),
  );

  app.delete(
    '/calendar/days',
    {
      schema: {
        tags,
        summary: 'Let your working hours apply again on some days',
        querystring: dayRangeSchema,
        response: days,
      },
    },
    ({ viewer, query }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await removeDays(tx, viewer.userId, query);
        return readCalendar(tx, viewer.userId, now());
      }),
  );
};

/** The feed, for calendar programs that know its secret address. */
export const publicCalendarRoutes: FastifyPluginAsyncZod<
  Pick<CalendarDeps, 'pool' | 'publicOrigin' | 'now'>
> = async (app, deps) => {
  app.get(
    '/calendar/feeds/:file',
    {
      config: { ...PUBLIC_CALLS, ...WITH_ENTITY_TAG },
      schema: {
        tags,
        summary: 'The sessions of a person as a calendar (iCalendar), by its secret address',
        security: [],
        params: z.object({ file: z.string() }),
        response: problems(404),
      },
    },
    async ({ params }, reply) => {
      const calendar = await readFeed(deps, params.file);
      if (calendar === null) throw notFound();
      return reply
        .headers({
          'cache-control': 'private, no-cache',
          'content-disposition': 'inline; filename="sessions.ics"',
        })
        .type('text/calendar; charset=utf-8')
        .send(calendar as never);
    },
  );
};
