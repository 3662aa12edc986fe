import type { ClientConfig } from '#contract/administration/operations.ts';
import { createErrorReports } from '#src/reporting/errorReports.ts';

const deployed: ClientConfig = {
  deployment: 'test',
  version: '1',
  errorReports: { dsn: 'https://k@errors.example/1' },
};
const local: ClientConfig = { deployment: 'local', version: '1' };

/**
 * A page whose attempts to load the configuration and the reporting code have these results. The last result repeats.
 */
function start({
  configs = [deployed],
  chunks = ['loaded'],
  isAccepted = true,
}: {
  configs?: (ClientConfig | null)[];
  chunks?: ('loaded' | 'failed')[];
  isAccepted?: boolean;
} = {}) {
  const sent: unknown[] = [];
  const waits: number[] = [];
  const written: unknown[] = [];
  const rethrown: unknown[] = [];
  const next = <T>(list: T[]): T => (list.length > 1 ? list.shift() : list[0]) as T;
  const view = Object.assign(new EventTarget(), {
    console: { error: (...parts: unknown[]) => void written.push(parts) },
    reportError: ({ cause }: Error) => void rethrown.push(cause),
  }) as unknown as Window & typeof globalThis;
  const reports = createErrorReports(view, {
    readConfig: async () => next(configs),
    async loadSentry() {
      if (next(chunks) === 'failed') throw new Error('Loading chunk failed');
      return {
        startSentry: () => ({
          async send({ error }: { error: unknown }) {
            if (isAccepted) sent.push(error);
            return isAccepted;
          },
        }),
      };
    },
    placeOf: () => ({ action: 1, effect: null }),
    wait: async (ms) => void waits.push(ms),
  });
  const begin = () => reports.start({} as Parameters<typeof reports.start>[0]);
  return { ...reports, begin, view, sent, waits, written, rethrown };
}

describe('an error in a deployment with error reports', () => {
  it('is sent once, and has an id only after it was sent', async () => {
    const { report, begin, sent } = start();
    const error = new Error('early');
    const id = report(error, 'screen /home');
    expect(sent).toEqual([]);
    await begin();
    expect(await id).toMatch(/^[0-9a-f]{32}$/);
    expect(await report(error, 'uncaught')).toBeNull();
    expect(sent).toEqual([error]);
  });

  it('is sent after the configuration and the reporting code have loaded', async () => {
    const { report, begin, sent, waits } = start({
      configs: [null, null, deployed],
      chunks: ['failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'loaded'],
    });
    const id = report(new Error('early'), 'saga chat');
    await begin();
    expect(await id).toMatch(/^[0-9a-f]{32}$/);
    expect(sent).toHaveLength(1);
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is written to the console and has no id if the service does not accept it', async () => {
    const { report, begin, written } = start({ isAccepted: false });
    await begin();
    const error = new Error('late');
    expect(await report(error, 'screen /home')).toBeNull();
    expect(written).toEqual([['screen /home', error]]);
  });

  it('is written to the console if too many errors wait for the reporting code', async () => {
    const { report, written, begin, sent } = start();
    const ids = Array.from({ length: 22 }, (_, n) => report(new Error(`number ${n}`), 'saga chat'));
    expect(written).toHaveLength(2);
    expect(await ids.at(-1)).toBeNull();
    await begin();
    expect(await ids[0]).not.toBeNull();
    expect(sent).toHaveLength(20);
  });
});

it('rethrows errors in a local deployment, even after the configuration failed to load', async () => {
  const { report, begin, rethrown, sent } = start({ configs: [null, local] });
  const early = new Error('early');
  const id = report(early, 'saga chat');
  expect(rethrown).toEqual([]);
  await begin();
  expect(await id).toBeNull();
  const late = new Error('late');
  expect(await report(late, 'saga chat')).toBeNull();
  expect(rethrown).toEqual([early, late]);
  expect(sent).toEqual([]);
});
