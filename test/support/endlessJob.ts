import pino from 'pino';
import * as z from 'zod/mini';
import { openDatabase } from '#server/db/open.ts';
import { createJobs } from '#server/jobs/index.ts';

// A process that takes jobs of the kind `greet` and never finishes one, until a test kills it.
const { pool } = await openDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: 3 });
const jobs = createJobs({ pool, log: pino({ level: 'silent' }), pollSeconds: 0.5, superviseSeconds: 1 });
jobs.register(
  { name: 'greet', payload: z.object({ n: z.number() }), retries: 1 },
  () => new Promise(() => {}),
);
await jobs.start();
