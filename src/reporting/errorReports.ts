import type { ClientConfig } from '#contract/administration/operations.ts';
import type { ActionLog, ErrorPlace } from '#store/devtools/actionLog.ts';
import type { RootState } from '#store/rootReducer.ts';
import type { OutboundLog } from './outboundLog.ts';
import type { SentryReports, startSentry } from './sentry.ts';

export interface ReportedError {
  error: unknown;
  where: string;
  place: ErrorPlace;
}
interface QueuedError extends ReportedError {
  id: string;
  /** The id of the report when it is sent, or null if it is not sent. */
  settle: (reportId: string | null) => void;
}
interface StartOptions {
  log: ActionLog;
  getState: () => RootState;
  outboundLog: OutboundLog;
}
interface Sources {
  readConfig: () => Promise<ClientConfig | null>;
  loadSentry: () => Promise<{ startSentry: typeof startSentry }>;
  /** Where an error occurred in the recorded session. */
  placeOf: ActionLog['placeOf'];
  /** Waits before the next attempt. The wait ends early when the network is back. */
  wait?: (ms: number) => Promise<void>;
}
const MAX_QUEUED = 20;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const UNCAUGHT = 'uncaught';
const newEventId = () => crypto.randomUUID().replaceAll('-', '');

const waitIn = (view: Window) => (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      view.removeEventListener('online', end);
      view.clearTimeout(timer);
      resolve();
    };
    const timer = view.setTimeout(end, ms);
    view.addEventListener('online', end);
  });

/**
 * Queues errors until the configuration and the reporting code are loaded, and retries loading them. In a local
 * deployment, or without a DSN, errors are rethrown to the console. Elsewhere each error is reported once
 * (docs/decisions/0030-error-reports-and-analytics.md).
 */
export function createErrorReports(
  view: Window & typeof globalThis,
  { readConfig, loadSentry, placeOf, wait = waitIn(view) }: Sources,
) {
  let queue: QueuedError[] = [];
  let mode: 'queue' | 'rethrow' | 'report' = 'queue';
  let reports: SentryReports | null = null;
  let last: ReportedError | null = null;
  const seen = new WeakSet<object>();

  const rethrow = ({ error, where }: QueuedError) => view.reportError(new Error(where, { cause: error }));
  /** An error that cannot be sent must not be lost. Rethrowing it would report it again, so it is logged. */
  const writeToConsole = ({ error, where }: QueuedError) => {
    if (where !== UNCAUGHT) view.console.error(where, error);
  };
  async function send(entry: QueuedError, sentry: SentryReports) {
    const isSent = await sentry.send(entry);
    if (!isSent) writeToConsole(entry);
    entry.settle(isSent ? entry.id : null);
  }
  const handle = (entry: QueuedError) => {
    if (reports) void send(entry, reports);
    else if (mode === 'queue' && queue.length < MAX_QUEUED) queue.push(entry);
    else {
      if (mode === 'rethrow') rethrow(entry);
      else writeToConsole(entry);
      entry.settle(null);
    }
  };
  const report = (error: unknown, where: string): Promise<string | null> => {
    if (error !== null && typeof error === 'object') {
      if (seen.has(error)) return Promise.resolve(null);
      seen.add(error);
    }
    const place = placeOf(error);
    last = { error, where, place };
    return new Promise((settle) => handle({ error, where, place, id: newEventId(), settle }));
  };
  // The browser has already written uncaught errors to the console.
  const uncaught = (error: unknown) => void (mode === 'rethrow' || report(error, UNCAUGHT));
  view.addEventListener('error', ({ error }) => uncaught(error));
  view.addEventListener('unhandledrejection', ({ reason }) => uncaught(reason));

  async function tryToStart(options: StartOptions) {
    const config = await readConfig();
    if (!config) return;
    const dsn = config.errorReports?.dsn;
    if (config.deployment !== 'local' && dsn) {
      const sentry = await loadSentry();
      reports = sentry.startSentry({ dsn, config, ...options });
      mode = 'report';
    } else mode = 'rethrow';
    const waiting = queue;
    queue = [];
    for (const entry of waiting) handle(entry);
  }

  return {
    report,
    /** The newest error, for diagnostics. */
    last: () => last,
    /** Resolves when errors can be reported or rethrown. */
    async start(options: StartOptions) {
      for (let waitMs = MIN_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
        await tryToStart(options).catch(() => {}); // the chunk failed to load
        if (mode !== 'queue') return;
        await wait(waitMs);
      }
    },
  };
}
