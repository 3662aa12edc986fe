import type { ClientConfig } from '#contract/operations.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import type { RootState } from '#store/rootReducer.ts';
import type { OutboundLog } from './outboundLog.ts';
import type { SentryReports } from './sentry.ts';

interface QueuedError {
  error: unknown;
  where: string;
  id: string;
}
interface StartOptions {
  config: ClientConfig;
  log: ActionLog;
  getState: () => RootState;
  outboundLog: OutboundLog;
}
const MAX_QUEUED = 20;
const newEventId = () => crypto.randomUUID().replaceAll('-', '');

/**
 * Queues errors until the configuration is loaded. In a local deployment, or without a DSN, they are rethrown to the
 * console; elsewhere each is reported once (docs/decisions/0030-error-reports-and-analytics.md).
 */
export function createErrorReports(view: Window & typeof globalThis) {
  let queue: QueuedError[] = [];
  let mode: 'queue' | 'rethrow' | 'report' = 'queue';
  let reports: SentryReports | null = null;
  const seen = new WeakSet<object>();

  const rethrow = ({ error, where }: QueuedError) => view.reportError(new Error(where, { cause: error }));
  const handle = (entry: QueuedError) => {
    if (mode === 'rethrow') rethrow(entry);
    else if (reports) reports.send(entry);
    else if (queue.length < MAX_QUEUED) queue.push(entry);
  };
  const report = (error: unknown, where: string): string | null => {
    if (error !== null && typeof error === 'object') {
      if (seen.has(error)) return null;
      seen.add(error);
    }
    const entry = { error, where, id: newEventId() };
    handle(entry);
    return mode === 'rethrow' ? null : entry.id;
  };
  // The browser has already written uncaught errors to the console.
  const uncaught = (error: unknown) => void (mode === 'rethrow' || report(error, 'uncaught'));
  view.addEventListener('error', ({ error }) => uncaught(error));
  view.addEventListener('unhandledrejection', ({ reason }) => uncaught(reason));

  return {
    report,
    async start({ config, ...more }: StartOptions) {
      const dsn = config.errorReports?.dsn;
      if (config.deployment !== 'local' && dsn) {
        mode = 'report';
        const { startSentry } = await import('./sentry.ts');
        reports = startSentry({ dsn, config, ...more });
      } else mode = 'rethrow';
      for (const entry of queue) handle(entry);
      queue = [];
    },
  };
}
