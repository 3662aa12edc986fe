import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { notFound } from '#server/http/httpError.ts';
import { isThisMachine } from '#server/messaging/operations/metricsAccess.ts';

/** The embedded databases of a server. */
export const BACKUP_PARTS = ['database', 'messaging'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

export interface BackupDeps {
  refreshKey: Buffer;
  /** A copy of a database as a tar file; null when it is not embedded. */
  dump: (part: BackupPart) => Promise<Blob | null>;
}

/** Anyone who can read the server's `secrets.json` can also ask the server for a copy of its data. */
export const backupToken = (refreshKey: Buffer) =>
  createHmac('sha256', refreshKey).update('trellis backup').digest('base64url');

/**
 * Copies of the embedded databases, for `bin/trellis backup` on the same machine: only the process that has opened such a
 * database can read it (docs/decisions/0141-backups-of-the-embedded-database.md).
 */
export const backupRoutes: FastifyPluginAsyncZod<BackupDeps> = async (app, { refreshKey, dump }) => {
  const expected = Buffer.from(`Bearer ${backupToken(refreshKey)}`);
  app.get(
    '/operations/backup/:part',
    { schema: { hide: true, params: z.object({ part: z.enum(BACKUP_PARTS) }) } },
    async ({ ip, headers, params }, reply) => {
      const given = Buffer.from(headers.authorization ?? '');
      const isAllowed =
        isThisMachine(ip) && given.length === expected.length && timingSafeEqual(given, expected);
      const blob = isAllowed ? await dump(params.part) : null;
      if (!blob) throw notFound();
      return reply.type('application/x-tar').send(Readable.fromWeb(blob.stream() as ReadableStream));
    },
  );
};
