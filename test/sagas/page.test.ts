import { waitUntilVisible } from '#sagas/page/waitUntilVisible.ts';
import { watchPage } from '#sagas/page/watchPage.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageFocusChanged } from '#store/chat/widgetSlice.ts';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import type { PageEvent } from '#store/ports/page.ts';
import { selectPresence } from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { aWorkplace, planOf, runFor, withFakeClock } from '#test/support/plan.ts';

withFakeClock();

/** Runs a worker for this time and returns the presence of Max. */
async function presenceAfter(ms: number, plan: ReturnType<typeof planOf>) {
  return selectPresence((await runFor(ms, plan)).storeState as RootState, 'uuid-max');
}

/** A fake page whose visibility, focus and network the test controls. */
function aPage() {
  const listeners = new Set<(event: { kind: PageEvent }) => void>();
  const is = { online: true, visible: true, focused: true };
  return {
    is,
    tell: (kind: PageEvent) => {
      for (const listener of listeners) listener({ kind });
    },
    port: {
      isOnline: () => is.online,
      isVisible: () => is.visible,
      isFocused: () => is.focused,
      listen(listener: (event: { kind: PageEvent }) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      setTitle() {},
      showTop() {},
      showTarget() {},
    },
  };
}

describe('watchPage', () => {
  it('reports changes of focus and network', async () => {
    const page = aPage();
    const { ports } = await aWorkplace({ page: page.port });
    const plan = planOf({ ports }, watchPage)
      .put(pageFocusChanged({ isFocused: false }))
      .put(baseApi.internalActions.onFocusLost())
      .put(pageFocusChanged({ isFocused: true }))
      .put(baseApi.internalActions.onFocus())
      .put(networkChanged({ isOnline: false }));
    setTimeout(() => {
      page.is.visible = false;
      page.tell('hidden');
    }, 10);
    setTimeout(() => {
      page.is.visible = true;
      page.tell('visible');
    }, 20);
    setTimeout(() => page.tell('offline'), 30);
    await presenceAfter(100, plan);
  });

  it('reports immediately that the page started offline', async () => {
    const page = aPage();
    page.is.online = false;
    const { ports } = await aWorkplace({ page: page.port });
    await presenceAfter(10, planOf({ ports }, watchPage).put(networkChanged({ isOnline: false })));
  });
});

describe('waitUntilVisible', () => {
  it('returns immediately on a visible page, otherwise when the page becomes visible', async () => {
    let isVisible = true;
    let tell: (event: { kind: PageEvent }) => void = () => {};
    const { ports } = await aWorkplace({
      page: {
        isVisible: () => isVisible,
        listen(listener: typeof tell) {
          tell = listener;
          return () => {};
        },
      } as never,
    });
    await runFor(10, planOf({ ports }, waitUntilVisible).returns({ hasWaited: false }));
    isVisible = false;
    setTimeout(() => {
      isVisible = true;
      tell({ kind: 'visible' });
    }, 20);
    await runFor(50, planOf({ ports }, waitUntilVisible).returns({ hasWaited: true }));
  });
});
