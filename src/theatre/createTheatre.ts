import type { Branch } from '#store/devtools/causality.ts';
import { type Act, type FromSide, sideOrigin, type ToSide } from '#store/devtools/theatre.ts';
import {
  mergeTimelines,
  SIDES,
  type Side,
  type SideStep,
  stepsAt,
  type Timeline,
} from '#store/devtools/timeline.ts';

export interface Person {
  userId: number;
  name: string;
}
export interface TheatreState {
  people: Record<Side, Person | null>;
  timeline: Timeline;
  /** The shown entry of the timeline; null in the present. */
  position: number | null;
  /** Cause and effect of the shown action. */
  branches: Branch[];
}
type Frames = Record<Side, () => Window | null>;

/** The page's side of the connection to both copies: it merges what they report, and moves them together. */
export function createTheatre(view: Window, frames: Frames) {
  const steps: Record<Side, SideStep[]> = { learner: [], manager: [] };
  const listeners = new Set<() => void>();
  const calls = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let lastCall = 0;
  let state: TheatreState = {
    people: { learner: null, manager: null },
    timeline: mergeTimelines(steps),
    position: null,
    branches: [],
  };
  const update = (change: Partial<TheatreState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const originOf = (side: Side) => sideOrigin(view.location.origin, side);
  const send = (side: Side, message: ToSide) => frames[side]()?.postMessage(message, originOf(side));

  function receive(side: Side, message: FromSide) {
    if (message.kind === 'started') {
      steps[side] = [];
      update({ people: { ...state.people, [side]: null }, timeline: mergeTimelines(steps) });
    } else if (message.kind === 'ready')
      update({ people: { ...state.people, [side]: { userId: message.userId, name: message.name } } });
    else if (message.kind === 'steps') {
      steps[side].push(...message.steps);
      const shown = state.timeline.entries[state.position ?? -1];
      const timeline = mergeTimelines(steps);
      // Steps of the other side may be older than the shown one.
      const position = shown
        ? timeline.entries.findIndex((entry) => entry.side === shown.side && entry.id === shown.id)
        : null;
      update({ timeline, position });
    } else if (message.kind === 'explained') {
      const shown = state.timeline.entries[state.position ?? -1];
      if (shown?.side === side && shown.id === message.step) update({ branches: message.branches });
    } else if (message.kind === 'acted') {
      const call = calls.get(message.call);
      calls.delete(message.call);
      if (message.problem === null) call?.resolve();
      else call?.reject(new Error(message.problem));
    }
  }
  const onMessage = ({ source, origin, data }: MessageEvent<FromSide>) => {
    const side = SIDES.find((one) => source === frames[one]() && origin === originOf(one));
    if (side) receive(side, data);
  };
  view.addEventListener('message', onMessage);

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    /** Both copies show the state after this entry; null for the present. */
    show(position: number | null) {
      if (position === state.position) return;
      const { entries } = state.timeline;
      const at = position === null ? null : stepsAt(entries, position);
      for (const side of SIDES) send(side, { kind: 'show', step: at?.[side] ?? null });
      update({ position, branches: [] });
      const shown = entries[position ?? -1];
      if (shown) send(shown.side, { kind: 'explain', step: shown.id });
    },
    act: (side: Side, act: Act) =>
      new Promise<void>((resolve, reject) => {
        lastCall += 1;
        calls.set(lastCall, { resolve, reject });
        send(side, { kind: 'act', call: lastCall, act });
      }),
    stop: () => view.removeEventListener('message', onMessage),
  };
}
export type Theatre = ReturnType<typeof createTheatre>;
