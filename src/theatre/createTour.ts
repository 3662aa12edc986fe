import type { Side } from '#store/devtools/timeline.ts';
import type { Theatre } from './createTheatre.ts';
import { type Fault, scenes } from './scenes.ts';

export interface TourState {
  phase: 'ready' | 'playing' | 'paused' | 'replaying' | 'finished' | 'failed';
  /** The scene that is played; -1 before the first one. */
  scene: number;
  problem: string;
}
interface Options {
  theatre: Theatre;
  makeFault: (side: Side, fault: Fault) => Promise<void>;
  /** 1 takes 90 seconds. */
  speed: number;
}
/** Longer pauses of the recording are shortened in a replay. */
const REPLAY_MAX_PAUSE_MS = 1_200;
const TICK_MS = 40;

/** Plays the scenes, and replays what was recorded. */
export function createTour({ theatre, makeFault, speed }: Options) {
  const listeners = new Set<() => void>();
  let state: TourState = { phase: 'ready', scene: -1, problem: '' };
  /** Ends the replay that is running. */
  let replays = 0;
  const update = (change: Partial<TourState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  /** Waits for a time, not counting pauses of the tour. */
  async function pass(ms: number) {
    for (let left = ms / speed; left > 0 || state.phase === 'paused'; ) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(TICK_MS, Math.max(left, 1))));
      if (state.phase !== 'paused') left -= TICK_MS;
    }
  }
  async function run() {
    const { learner, manager } = theatre.read().people;
    if (!learner || !manager) throw new Error('Both sides have to be signed in and connected first.');
    for (const [index, { beats }] of scenes.entries()) {
      update({ scene: index });
      for (const { after, side, act, fault } of beats) {
        await pass(after);
        if (fault) await makeFault(side, fault);
        if (act) await theatre.act(side, act({ learner, manager }));
      }
    }
  }
  async function replayFrom(first: number) {
    replays += 1;
    const own = replays;
    const { entries } = theatre.read().timeline;
    update({ phase: 'replaying' });
    for (let index = first; index < entries.length; index++) {
      theatre.show(index);
      const [now, next] = [entries[index]?.at ?? 0, entries[index + 1]?.at ?? 0];
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(Math.max(next - now, 0), REPLAY_MAX_PAUSE_MS) / speed),
      );
      if (own !== replays || state.phase !== 'replaying') return;
    }
    update({ phase: 'finished' });
  }
  const isRunning = () => state.phase === 'playing' || state.phase === 'paused';

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    /** Begins the tour, or continues it in the present. */
    play: () => {
      theatre.show(null);
      if (state.phase === 'paused') return update({ phase: 'playing' });
      update({ phase: 'playing', scene: 0, problem: '' });
      run().then(
        () => update({ phase: 'finished' }),
        (error: Error) => update({ phase: 'failed', problem: error.message }),
      );
    },
    pause: () => update({ phase: state.phase === 'playing' ? 'paused' : 'finished' }),
    /** Shows the recording again, without a request. */
    replay: () => void replayFrom(0),
    isRunning,
    /** The user moves the slider. */
    moved() {
      if (state.phase === 'playing') update({ phase: 'paused' });
      else if (state.phase === 'replaying') update({ phase: 'finished' });
    },
  };
}
export type Tour = ReturnType<typeof createTour>;
