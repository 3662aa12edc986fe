import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Job, PgBoss, QueueResult } from 'pg-boss';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { contextOf, storedContext } from '#server/tracing/requestContext.ts';
import { inStoredContext, type Tracing } from '#server/tracing/spans.ts';
import type { FailedJob, JobKind, RunningJob, ScheduledJob } from './jobKind.ts';
import { insideTransaction, jobsDatabase } from './jobsDatabase.ts';

/** A notification of the database wakes the worker for new jobs. Polling finds jobs that have become due. */
const POLL_SECONDS = 2;
/** Longest wait for running jobs when the server stops. */
const STOP_MS = 15_000;
const DEFAULT_RETRIES = 5;
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 15 * 60;
const DEFAULT_MAX_SECONDS = 15 * 60;
/** A job without a heartbeat for this long is given to another process. */
const HEARTBEAT_SECONDS = 30;
/** Interval between checks for such jobs. With the retry delay they run again within a minute. */
const SUPERVISE_SECONDS = 15;
const SCHEMA = 'pgboss';

interface Stored {
  tenantId: number;
  payload: unknown;
  /** The request that has enqueued the job. */
  requestId?: string | null;
  traceparent?: string | null;
}
interface Queue {
  name: string;
  retries: number;
  maxSeconds: number;
  run: (job: Job<Stored>, signal: AbortSignal) => Promise<void>;
  cron?: string;
  /** The queue for jobs that have no attempts left. */
  deadLetter?: string;
}

export interface EnqueueOptions {
  startAfter?: Date;
  /** While a job of this kind with this key is waiting or running, no other one is added. */
  singletonKey?: string;
}

export interface Jobs {
  /**
   * Registers the handler of a kind; call it before `start`. `onFailed` runs when no attempts are left, even if every
   * process that ran the job was killed. It runs as a separate job, with its own attempts.
   */
  register<Payload>(
    kind: JobKind<Payload>,
    run: (job: RunningJob<Payload>) => Promise<void>,
    onFailed?: (job: FailedJob<Payload>) => Promise<void>,
  ): void;
  /** Repeats a task, each time in one of the processes; call it before `start`. */
  schedule(task: ScheduledJob): void;
  /** Adds a job when the transaction commits. Returns its id, or null if one with the same key is waiting or running. */
  enqueue<Payload>(
    tx: TenantTransaction,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  count(): Promise<{ pending: number; failed: number }>;
  start(): Promise<void>;
  /** Interrupts running jobs, which run again later, and stops. */
  stop(): Promise<void>;
}

/** Background jobs, in the database of the server. See docs/decisions/0052-background-jobs.md. */
export function createJobs({
  pool,
  log,
  pollSeconds = POLL_SECONDS,
  retrySeconds = RETRY_SECONDS,
  superviseSeconds = SUPERVISE_SECONDS,
  tracing = null,
}: {
  pool: Pool;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  pollSeconds?: number;
  /** Delay before the first retry. */
  retrySeconds?: number;
  superviseSeconds?: number;
  tracing?: Tracing | null;
}): Jobs {
  const queues = new Map<string, Queue>();
  const stopping = new AbortController();
  let boss: PgBoss | null = null;

  const add = (queue: Queue) => {
    if (boss) throw new Error(`The job '${queue.name}' is registered after the start`);
    if (queues.has(queue.name)) throw new Error(`The job '${queue.name}' is registered twice`);
    queues.set(queue.name, queue);
  };

  const started = () => {
    if (!boss) throw new Error('The jobs have not started');
    return boss;
  };

  async function run({ name, run: runJob }: Queue, job: Job<Stored>) {
    const { id, retryCount } = job;
    const started = performance.now();
    try {
      await runJob(job, AbortSignal.any([job.signal, stopping.signal]));
      log.info({ job: name, jobId: id, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (error) {
      if (stopping.signal.aborted) log.info({ job: name, jobId: id }, 'job interrupted; it runs again later');
      else log.error({ err: error, job: name, jobId: id, retryCount }, 'job failed');
      // pg-boss stores the error. Its message can contain personal data, for example from a query, so the job fails
      // with another error. The log leaves such data out.
      throw new Error(stopping.signal.aborted ? 'interrupted' : 'failed; see the log of the server');
    }
  }

  async function createQueues(instance: PgBoss) {
    const known = new Map((await instance.getQueues()).map((queue) => [queue.name, queue]));
    const crons = new Map((await instance.getSchedules()).map(({ name, cron }) => [name, cron]));
    for (const { name, retries, maxSeconds, cron, deadLetter } of queues.values()) {
      if (!known.has(name)) {
        await instance.createQueue(name, { policy: 'exclusive', notify: true });
        // pg-boss reads a queue's settings once, and must not do so inside a transaction that holds the only
        // connection.
        await instance.findJobs(name, { id: randomUUID() });
      }
      const settings = {
        retryLimit: retries,
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: MAX_RETRY_SECONDS,
        expireInSeconds: maxSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        notify: true,
        ...(deadLetter && { deadLetter }),
      };
      // Only what has changed: writing every queue took 0.15 of the 2 s of a start.
      const stored: Partial<QueueResult> = known.get(name) ?? {};
      const isStored = Object.entries(settings).every(
        ([setting, value]) => stored[setting as keyof QueueResult] === value,
      );
      if (!isStored) await instance.updateQueue(name, settings);
      if (cron && crons.get(name) !== cron) await instance.schedule(name, cron);
    }
  }

  return {
    register(kind, runJob, onFailed) {
      const deadLetter = `${kind.name}-failed`;
      // Created before the queue that refers to it.
      if (onFailed)
        add({
          name: deadLetter,
          retries: DEFAULT_RETRIES,
          maxSeconds: DEFAULT_MAX_SECONDS,
          run: ({ data: { tenantId, payload } }) =>
            onFailed({ tenantId, payload: kind.payload.parse(payload) }),
        });
      add({
        name: kind.name,
        retries: kind.retries ?? DEFAULT_RETRIES,
        maxSeconds: kind.maxSeconds ?? DEFAULT_MAX_SECONDS,
        ...(onFailed && { deadLetter }),
        run: ({ data: { tenantId, payload } }, signal) =>
          runJob({ tenantId, payload: kind.payload.parse(payload), signal }),
      });
    },
    schedule({ name, cron, run: runTask }) {
      add({
        name,
        cron,
        // The next scheduled time is soon enough.
        retries: 0,
        maxSeconds: DEFAULT_MAX_SECONDS,
        run: (_job, signal) => runTask(signal),
      });
    },
    enqueue(tx, kind, payload, { startAfter, singletonKey = randomUUID() } = {}) {
      const data: Stored = {
        tenantId: tx.tenantId,
        payload: kind.payload.parse(payload),
        ...storedContext(),
      };
      return started().send(kind.name, data, {
        db: insideTransaction(tx),
        singletonKey: `${tx.tenantId}/${singletonKey}`,
        ...(startAfter && { startAfter }),
      });
    },
    async count() {
      const { rows } = await pool.query<{ pending: number; failed: number }>(
        `select count(*) filter (where state < 'completed')::int as pending, count(*) filter (where state = 'failed')::int as failed
        from ${SCHEMA}.job`,
      );
      return rows[0] ?? { pending: 0, failed: 0 };
    },
    async start() {
      const { PgBoss: Boss } = await import('pg-boss');
      const instance = new Boss({
        db: jobsDatabase(pool),
        schema: SCHEMA,
        useListenNotify: true,
        superviseIntervalSeconds: superviseSeconds,
        // The shortest interval at which each queue is checked.
        monitorIntervalSeconds: superviseSeconds,
        // Our migrations create the schema.
        migrate: false,
        createSchema: false,
        // Trellis needs neither these long statements nor a row for each process.
        reindex: false,
        monitorVacuum: false,
        registerInstance: false,
        openTelemetry: { enabled: false },
      });
      instance.on('error', (error) => log.error({ err: error }, 'jobs could not be read'));
      instance.on('warning', ({ message, data }) => log.warn({ data }, message));
      boss = instance;
      await instance.start();
      await createQueues(instance);
      const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
      for (const queue of queues.values())
        await instance.work<Stored>(queue.name, polling, async ([job]) => {
          if (!job) return;
          // A scheduled task has no request, so its own id connects what it causes.
          const context = contextOf(job.data ?? {}) ?? { requestId: job.id };
          await inStoredContext(context, tracing, `job ${queue.name}`, () => run(queue, job));
        });
    },
    async stop() {
      stopping.abort(new Error('The server is stopping'));
      await boss?.stop({ close: false, timeout: STOP_MS });
    },
  };
}
