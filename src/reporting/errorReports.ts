import type { ClientConfig } from '#contract/operations.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import type { RootState } from '#store/rootReducer.ts';
import type { Departures } from './departures.ts';
import type { SentryReports } from './sentry.ts';

interface Waiting {
  error: unknown;
  where: string;
  id: string;
}
interface Started {
  config: ClientConfig;
  log: ActionLog;
  getState: () => RootState;
  departures: Departures;
}
const MOST_WAITING = 20;
const newEventId = () => crypto.randomUUID().replaceAll('-', '');

/**
 * What becomes of errors. Until the server has said which deployment this is, they wait. At home, and where nobody has said
 * where to report to, they are thrown again, for whoever looks at the console; elsewhere they are reported, each once.
 */
export function createErrorReports(view: Window & typeof globalThis) {
  let waiting: Waiting[] = [];
  let mode: 'waiting' | 'rethrow' | 'report' = 'waiting';
  let reports: SentryReports | null = null;
  const known = new WeakSet<object>();

  const rethrow = ({ error, where }: Waiting) => view.reportError(new Error(where, { cause: error }));
  const handle = (one: Waiting) => {
    if (mode === 'rethrow') rethrow(one);
    else if (reports) reports.send(one);
    else if (waiting.length < MOST_WAITING) waiting.push(one);
  };
  const report = (error: unknown, where: string): string | null => {
    if (error !== null && typeof error === 'object') {
      if (known.has(error)) return null;
      known.add(error);
    }
    const one = { error, where, id: newEventId() };
    handle(one);
    return mode === 'rethrow' ? null : one.id;
  };
  // What nobody caught is in the console already: at home nothing more is done about it.
  const uncaught = (error: unknown) => void (mode === 'rethrow' || report(error, 'uncaught'));
  view.addEventListener('error', ({ error }) => uncaught(error));
  view.addEventListener('unhandledrejection', ({ reason }) => uncaught(reason));

  return {
    report,
    async start({ config, ...more }: Started) {
      const dsn = config.errorReports?.dsn;
      if (config.deployment !== 'local' && dsn) {
        mode = 'report';
        const { startSentry } = await import('./sentry.ts');
        reports = startSentry({ dsn, config, ...more });
      } else mode = 'rethrow';
      for (const one of waiting) handle(one);
      waiting = [];
    },
  };
}
