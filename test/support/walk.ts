import type { UnknownAction } from '@reduxjs/toolkit';
import { actionName } from '#store/devtools/causality.ts';
import type { RecordedEffect, Recording } from '#store/devtools/recording.ts';

/** One arrow of a sequence diagram. */
export interface Arrow {
  from: string;
  to: string;
  text: string;
}
interface Options {
  /** Ids of actions, and events of ports such as `realtime/message`. What they cause is part of the walk. */
  starts: (number | string)[];
  /** The type of the action that ends it. */
  end?: string;
}
type Recorded = Recording & { actions: UnknownAction[] };

const PORTS: Record<string, string> = {
  realtime: 'Messaging',
  connectRealtime: 'Messaging',
  tokens: 'Tokens',
  navigator: 'Address',
};
/** The participant that a port belongs to. */
const ownerOf = (name: string) => PORTS[name.split(/[./]/)[0] ?? ''] ?? 'Browser';
/** Effects that call a method of a port are named after it, such as `realtime.publish`. */
const isPortCall = ({ kind, what }: RecordedEffect) =>
  kind === 'call' && (what.includes('.') || what in PORTS);

/** Everything that the starts have caused according to a recording, in order. */
export function walkOf({ actions, steps, effects }: Recorded, { starts, end }: Options): Arrow[] {
  const arrows: Arrow[] = [];
  const caused = new Set(starts);
  const announced = new Set<number | string>();
  const calls = effects.filter(isPortCall);

  /** The action or event that a saga has taken comes before what the saga does. */
  const announce = (trigger: number | string) => {
    if (announced.has(trigger)) return;
    announced.add(trigger);
    const [from, text] =
      typeof trigger === 'number' ? ['Store', typeOf(trigger)] : [ownerOf(trigger), trigger];
    arrows.push({ from, to: 'Sagas', text });
  };
  const nameOf = (action: UnknownAction | undefined) => (action ? actionName(action) : '');
  const typeOf = (id: number) => nameOf(actions[steps.findIndex((step) => step.id === id)]);
  const callsUntil = (effect: number) => {
    while (calls[0] && calls[0].id <= effect) {
      const { trigger, what, saga } = calls.shift() as RecordedEffect;
      if (trigger === null || !caused.has(trigger)) continue;
      announce(trigger);
      arrows.push({ from: 'Sagas', to: ownerOf(what), text: `${what} (${saga})` });
    }
  };

  for (const [index, { id, cause }] of steps.entries()) {
    const action = actions[index];
    const name = nameOf(action);
    const endpoint = (action?.meta as { arg?: { endpointName?: string } } | undefined)?.arg?.endpointName;
    if (cause.by === 'effect') {
      callsUntil(cause.effect);
      if (cause.trigger === null || !caused.has(cause.trigger)) continue;
      announce(cause.trigger);
      const [to, what] = endpoint ? ['API', endpoint] : ['Store', name];
      arrows.push({ from: 'Sagas', to, text: `${what} (${cause.saga})` });
    } else if (cause.by === 'request' && caused.has(cause.action))
      arrows.push({ from: 'API', to: 'Store', text: name });
    else if (caused.has(id)) arrows.push({ from: 'Screen', to: 'Store', text: name });
    else continue;
    caused.add(id);
    if (name === end) return arrows;
  }
  callsUntil(Number.POSITIVE_INFINITY);
  return arrows;
}
