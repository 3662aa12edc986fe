import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import type { Trace } from '#store/devtools/trace.ts';
import type { Witnessed } from '#test/support/causeTruth.ts';

interface Handle {
  trellis: { store: { dispatch: (action: unknown) => unknown }; log: ActionLog };
  fromScreen: Set<unknown>;
}

/** From now on, records actions that pass through the components' dispatch, independently of the recorder. */
export async function watchDispatch(page: Page) {
  await page.waitForFunction(() => 'trellis' in window);
  await page.evaluate(() => {
    const view = window as unknown as Handle;
    const seen = new Set<unknown>();
    view.fromScreen = seen;
    const { store } = view.trellis;
    const { dispatch } = store;
    store.dispatch = (action) => {
      seen.add(action);
      const result = dispatch(action) as { requestId?: string } | undefined;
      if (result?.requestId) seen.add(result.requestId);
      return result;
    };
  });
}

export async function saveTrace(page: Page): Promise<Trace> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save trace' }).click();
  return JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as Trace;
}

/** The actions of the saved trace with the data that the page has seen. */
export async function witnessedActions(page: Page): Promise<Witnessed[]> {
  const seen = new Map(
    await page.evaluate(() => {
      const { trellis, fromScreen } = window as unknown as Handle;
      return trellis.log.recording().actions.map(({ id, action }) => {
        const { requestId } = (action.meta ?? {}) as { requestId?: string };
        const isFromScreen = fromScreen.has(action) || (requestId !== undefined && fromScreen.has(requestId));
        return [id, { isPut: '@@redux-saga/SAGA_ACTION' in action, isFromScreen }] as const;
      });
    }),
  );
  const { actions, steps = [] } = await saveTrace(page);
  return steps.flatMap((step, index) => {
    const action = actions[index] as (typeof actions)[number] & {
      meta?: { requestId?: string; arg?: { endpointName?: string } };
    };
    const witness = step && seen.get(step.id);
    if (!witness) return [];
    const { requestId = null, arg } = action.meta ?? {};
    return [{ ...step, ...witness, type: action.type, endpoint: arg?.endpointName ?? null, requestId }];
  });
}
