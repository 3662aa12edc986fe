import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { type Content, contentSchema } from '#contract/content.ts';
import { asc, eq, sql } from '#server/db/drizzle.ts';
import { topics, topicVersions } from '#server/db/schema/programs.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';

export interface ContentDeps {
  pool: Pool;
}

export const contentRoutes: FastifyPluginAsyncZod<ContentDeps> = async (app, { pool }) => {
  app.get(
    '/content',
    {
      schema: {
        tags: ['content'],
        summary: 'The topics of the library, for authors',
        response: { 200: contentSchema, ...problems(401, 404) },
      },
    },
    async ({ viewer }) => {
      if (!viewer.mayAuthor) throw notFound();
      return { data: await withTenant(pool, viewer.tenantId, listTopics) };
    },
  );
};

/** Each topic in its newest version, with the programs that use it. */
const listTopics = (tx: TenantTransaction): Promise<Content['data']> =>
  tx
    .select({
      topicId: topics.id,
      title: topics.title,
      behaviorName: topics.behaviorName,
      version: topicVersions.n,
      steps: sql<number>`(select count(*) from topic_steps as s where s.topic_id = ${topics.id} and s.n = ${topicVersions.n})::int`,
      minutes: sql<number>`(select coalesce(sum(s.minutes), 0) from topic_steps as s where s.topic_id = ${topics.id} and s.n = ${topicVersions.n} and s.required)::int`,
      programNames: sql<
        string[]
      >`array(select p.name from programs as p join program_topics as pt on pt.program_id = p.id where pt.topic_id = ${topics.id} order by p.name)`,
    })
    .from(topics)
    .innerJoin(topicVersions, eq(topicVersions.topicId, topics.id))
    .where(
      sql`${topicVersions.n} = (select max(v.n) from topic_versions as v where v.topic_id = ${topics.id})`,
    )
    .orderBy(asc(topics.title), asc(topics.id));
