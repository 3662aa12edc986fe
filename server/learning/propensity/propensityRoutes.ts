import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  propensityAnswersSchema,
  propensityDraftChangeSchema,
  propensitySchema,
  propensitySharingSchema,
  sharedReadinessSchema,
} from '#contract/learning/propensity.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { readPropensity, saveAnswers, saveDraft, saveSharing } from './propensityRepository.ts';
import { readShared } from './sharing.ts';

export interface PropensityDeps {
  pool: Pool;
  now: () => Date;
}

const tags = ['propensity'];

/**
 * Routes for the viewer's own results, and for the results that people share with their coach. Managers and administrators never
 * see a score. See docs/decisions/0096-readiness-over-time.md.
 */
export const propensityRoutes: FastifyPluginAsyncZod<PropensityDeps> = async (app, { pool, now }) => {
  app.get(
    '/propensity',
    {
      schema: {
        tags,
        summary: 'Your latest readiness result, earlier ones, and answers that are not submitted yet',
        response: { 200: propensitySchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readPropensity(tx, viewer, now())),
  );

  app.put(
    '/propensity',
    {
      schema: {
        tags,
        summary: 'Answer the readiness questions (idempotent for each submission id)',
        body: propensityAnswersSchema,
        response: { 200: propensitySchema, ...problems(400, 401) },
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await saveAnswers(tx, viewer, body, now());
        return readPropensity(tx, viewer, now());
      }),
  );

  app.put(
    '/propensity/draft',
    {
      schema: {
        tags,
        summary: 'Save readiness answers before you submit them',
        body: propensityDraftChangeSchema,
        response: { 200: propensityDraftChangeSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, body }) => {
      await withTenant(pool, viewer.tenantId, (tx) => saveDraft(tx, viewer, body.draft));
      return body;
    },
  );

  app.put(
    '/propensity/sharing',
    {
      schema: {
        tags,
        summary: 'Share your latest readiness result with your coaches, or stop sharing it',
        body: propensitySharingSchema,
        response: { 200: propensitySchema, ...problems(400, 401) },
      },
    },
    ({ viewer, body: { isShared } }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await saveSharing(tx, viewer, isShared);
        return readPropensity(tx, viewer, now());
      }),
  );

  app.get(
    '/propensity/shared',
    {
      schema: {
        tags,
        summary: 'Readiness results that people share with you as their coach',
        response: { 200: sharedReadinessSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => ({ people: await readShared(tx, viewer, now()) })),
  );
};
