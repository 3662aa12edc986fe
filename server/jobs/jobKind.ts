import type * as z from 'zod/mini';

/**
 * A kind of background job. The payload contains ids, never people's texts, names or addresses, because it stays in
 * the database after the job, where no row level security protects it.
 */
export interface JobKind<Payload> {
  name: string;
  payload: z.ZodMiniType<Payload>;
  /** Number of retries. Each waits longer than the previous one. */
  retries?: number;
  /** Time limit of one run. */
  maxSeconds?: number;
}

/** A running job of an organisation. */
export interface RunningJob<Payload> {
  tenantId: number;
  payload: Payload;
  /** Aborted when the server stops or the time limit is reached. The job runs again later. */
  signal: AbortSignal;
}

/** A job whose attempts have all failed. */
export type FailedJob<Payload> = Pick<RunningJob<Payload>, 'tenantId' | 'payload'>;

/** A repeated task of the server, for all organisations. */
export interface ScheduledJob {
  name: string;
  /** Cron expression: minute, hour, day, month and weekday in UTC. */
  cron: string;
  run: (signal: AbortSignal) => Promise<void>;
}
