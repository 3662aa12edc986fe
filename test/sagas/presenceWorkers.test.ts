import { watchPage } from '#sagas/page/watchPage.ts';
import type { PageEvent } from '#sagas/ports.ts';
import { followPresence } from '#sagas/presence/followPresence.ts';
import { rememberPresence, wipeSeen } from '#sagas/presence/rememberPresence.ts';
import { pageFocusChanged } from '#store/chat/chatSlice.ts';
import {
  networkChanged,
  peopleListed,
  presenceAnnounced,
  selectPresence,
} from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { signedOut } from '#store/session/sessionSlice.ts';
import { aWorkplace, planOf, stateAfter } from '../support/plan.ts';

const CHECKIN = 'app_T3_checkin';
const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

/** Runs a worker that never ends by itself for so long; gives how Max is seen then. */
async function presenceAfter(ms: number, plan: ReturnType<typeof planOf>) {
  const run = plan.silentRun(ms);
  await jest.advanceTimersByTimeAsync(ms + 1);
  return selectPresence((await run).storeState as RootState, 'uuid-max');
}
const announced = (change: { joined?: string[]; left?: string[]; channel?: string }) =>
  presenceAnnounced({ channel: CHECKIN, joined: [], left: [], isIncomplete: false, ...change });

/** A page that can be looked away from, and what happens to it. */
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
    },
  };
}

describe('followPresence', () => {
  it('shows who comes at once, and who leaves when they have stayed away for ten seconds', async () => {
    const { context, ports } = await aWorkplace();
    const come = announced({ joined: ['uuid-max'] });
    const leave = announced({ left: ['uuid-max'] });
    const plan = () => planOf({ ports }, followPresence, context).dispatch(come);
    expect(await presenceAfter(100, plan())).toBe('online');
    expect(await presenceAfter(9_000, plan().dispatch(leave))).toBe('online');
    expect(await presenceAfter(11_000, plan().dispatch(leave))).toBe('recently');
    expect(await presenceAfter(11_000, plan().dispatch(leave).dispatch(come))).toBe('online');
  });

  it('knows nobody by another channel, and takes who is not on a new list for gone after twenty seconds', async () => {
    const { context, ports } = await aWorkplace();
    const elsewhere = announced({ joined: ['uuid-max'], channel: 'chat_T3_U7.U9' });
    expect(await presenceAfter(100, planOf({ ports }, followPresence, context).dispatch(elsewhere))).toBe(
      'offline',
    );
    const state = stateAfter(peopleListed({ uuids: ['uuid-max'] }));
    const listed = () =>
      planOf({ ports, state }, followPresence, context).dispatch(peopleListed({ uuids: ['uuid-zoe'] }));
    expect(await presenceAfter(19_000, listed())).toBe('online');
    expect(await presenceAfter(21_000, listed())).toBe('recently');
  });
});

describe('rememberPresence', () => {
  const remembering = async (seenBefore: Record<string, number>) => {
    const kept: Record<string, number>[] = [];
    const page = aPage();
    const { ports, user } = await aWorkplace({
      page: page.port,
      seen: {
        load: () => seenBefore,
        keep: (_userId, seen) => void kept.push(seen),
        wipe: () => void kept.push({}),
      },
    });
    return { ports, user, page, kept };
  };

  it('says who was here minutes ago and is not on the first list; who left longer ago is offline', async () => {
    const now = Date.now();
    for (const [minutes, presence] of [
      [3, 'recently'],
      [30, 'offline'],
    ] as const) {
      const { ports, user } = await remembering({ 'uuid-max': now - minutes * MINUTE_MS });
      const plan = planOf({ ports }, rememberPresence, user).dispatch(peopleListed({ uuids: ['uuid-zoe'] }));
      expect(await presenceAfter(10, plan)).toBe(presence);
    }
  });

  it('keeps who is here when the page is left, and nothing when the person signs out', async () => {
    const { ports, user, page, kept } = await remembering({});
    const plan = planOf({ ports }, rememberPresence, user).dispatch(peopleListed({ uuids: ['uuid-max'] }));
    setTimeout(() => page.tell('hidden'), 50);
    await presenceAfter(100, plan);
    expect(kept.map((seen) => Object.keys(seen))).toEqual([['uuid-max']]);
    await presenceAfter(10, planOf({ ports }, wipeSeen).dispatch(signedOut({ where: 'here' })));
    expect(kept.at(-1)).toEqual({});
  });
});

describe('watchPage', () => {
  it('says when nobody looks any more, when somebody is back, and what the network does', async () => {
    const page = aPage();
    const { ports } = await aWorkplace({ page: page.port });
    const plan = planOf({ ports }, watchPage)
      .put(pageFocusChanged({ isFocused: false }))
      .put(pageFocusChanged({ isFocused: true }))
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

  it('says at once that a page began without a network', async () => {
    const page = aPage();
    page.is.online = false;
    const { ports } = await aWorkplace({ page: page.port });
    await presenceAfter(10, planOf({ ports }, watchPage).put(networkChanged({ isOnline: false })));
  });
});
