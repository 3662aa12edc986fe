import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { packages } from '#server/db/schema/packages.ts';
import { asAuth } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { imageKey } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { PICTURE_HEADERS } from '#server/people/index.ts';

interface ImagesDeps {
  pool: Pool;
  storage: PackageStorage;
}

/** Serves images of texts without a token, because `<img>` sends none. Their ids cannot be guessed (decision 0124). */
export const publicImageRoutes: FastifyPluginAsyncZod<ImagesDeps> = async (app, { pool, storage }) => {
  app.get(
    '/images/:id',
    {
      schema: {
        tags: ['content'],
        summary: 'An image in the text of a step',
        security: [],
        params: z.object({ id: randomId }),
        response: problems(404),
      },
    },
    async ({ params: { id } }, reply) => {
      const [row] = await asAuth(pool, (tx) =>
        tx
          .select({ tenantId: packages.tenantId })
          .from(packages)
          .where(and(eq(packages.id, id), eq(packages.purpose, 'image'), eq(packages.state, 'ready'))),
      );
      const image = row && (await storage.get(imageKey(row.tenantId, id)));
      if (!image) throw notFound();
      return reply
        .headers(PICTURE_HEADERS)
        .header('content-length', image.size)
        .type('image/webp')
        .send(image.content as never);
    },
  );
};
