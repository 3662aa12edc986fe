import type { UnknownAction } from '@reduxjs/toolkit';
import type { ActionLog, LoggedAction } from './actionLog.ts';
import { anonymise, HIDDEN } from './anonymise.ts';
import type { EffectLog, EffectNode, Trigger } from './effectLog.ts';

/** Why an action was dispatched; the numbers are ids of actions and effects in the same recording. */
export type Cause =
  | { by: 'effect'; effect: number; saga: string; trigger: Trigger }
  | { by: 'action'; action: number }
  | { by: 'request'; action: number }
  | { by: 'screen'; event: string }
  | { by: 'timer' };

/** One action of a recording. The action itself is in the list of the trace. */
export interface Step {
  id: number;
  at: number;
  cause: Cause;
}
export interface RecordedEffect {
  id: number;
  /** The effect that ran this one; 0 for the root saga. */
  parent: number;
  kind: string;
  /** The called function, or the dispatched or taken action. */
  what: string;
  /** The saga that yielded it. */
  saga: string;
  at: number;
  /** Null while it is running. */
  ms: number | null;
  result: 'done' | 'failed' | 'cancelled' | null;
  trigger: Trigger;
  /** Class of the error. */
  error?: string;
  /** Not recorded in production. */
  details?: unknown;
}
/** Limits for error reports, which have a maximum size. */
export interface RecordingLimits {
  actions: number;
  /** The last effects, without arguments. */
  effects: number;
}
export interface Recording {
  steps: Step[];
  effects: RecordedEffect[];
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;
const nameOf = (subject: unknown): string =>
  typeof subject === 'function' ? subject.name : typeof subject === 'string' ? subject : '';

/** The nearest saga with a name that contains the effect. Helpers such as takeEvery are not ours. */
export function sagaOf({ parent }: EffectNode): string {
  for (let node = parent; node; node = node.parent)
    if (['CALL', 'FORK', 'ROOT'].includes(node.kind) && !node.worker && nameOf(node.subject))
      return nameOf(node.subject);
  return '';
}

function whatOf({ kind, subject, worker, port, latest, result }: EffectNode): string {
  if (port) return port;
  if (worker) return `${nameOf(subject)}:${nameOf(worker)}`;
  if (kind === 'TAKE' && typeof latest === 'string' && result === 'done') return latest;
  const { source, type } = (subject ?? {}) as { source?: string; type?: string };
  return source ?? type ?? nameOf(subject);
}

/** Names are ours, so the filter keeps them; it would remove a text that got here by mistake. */
const own = (text: string) => anonymise(text, 'kind') as string;
const ownTrigger = (trigger: Trigger) => (typeof trigger === 'string' ? own(trigger) : trigger);

function recordOf(node: EffectNode): RecordedEffect {
  const { id, parent, kind, at, ms, result, trigger, error, args, value } = node;
  const details = detailsOf(args, value);
  return {
    id,
    parent: parent?.id ?? 0,
    kind: kind.toLowerCase(),
    what: own(whatOf(node)),
    saga: own(sagaOf(node)),
    at: rounded(at),
    ms: ms === null ? null : rounded(ms),
    result,
    trigger: ownTrigger(trigger),
    ...(result === 'failed' && { error: own(error instanceof Error ? error.name : typeof error) }),
    ...(details !== null && { details }),
  };
}

function detailsOf(args: unknown, value: unknown): unknown {
  const hasArguments = Array.isArray(args) && args.some((one) => typeof one !== 'function');
  if (!hasArguments && (value === null || value === undefined)) return null;
  const details = { ...(hasArguments && { args: briefly(args) }), value: briefly(value) };
  return withoutHidden(anonymise(details));
}

/** The names of hidden fields say nothing either. */
function withoutHidden(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutHidden);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === HIDDEN || inner === undefined ? [] : [[key, withoutHidden(inner)]],
    ),
  );
}

/** Arguments can be whole states. The first two levels are enough to recognise them. */
function briefly(value: unknown, depth = 2): unknown {
  if (typeof value === 'function') return null;
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => briefly(one, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 20)
      .map(([key, inner]) => [key, briefly(inner, depth - 1)]),
  );
}

/** The kept effects, and the effects that contain them. */
function recordedEffects(effects: EffectLog | null, last?: number): RecordedEffect[] {
  const nodes = new Set<EffectNode>();
  const all = effects?.nodes() ?? [];
  for (const kept of last ? all.slice(-last) : all)
    for (let node: EffectNode | null = kept; node && !nodes.has(node); node = node.parent) nodes.add(node);
  return [...nodes].sort((a, b) => a.at - b.at || Math.abs(a.id) - Math.abs(b.id)).map(recordOf);
}

function stepOf({ id, at, cause }: LoggedAction): Step {
  if (cause.by === 'screen') return { id, at: rounded(at), cause: { ...cause, event: own(cause.event) } };
  if (cause.by !== 'effect') return { id, at: rounded(at), cause };
  const { effect } = cause;
  return {
    id,
    at: rounded(at),
    cause: {
      by: 'effect',
      effect: effect.id,
      saga: own(sagaOf(effect)),
      trigger: ownTrigger(effect.trigger),
    },
  };
}

/** Causes and effects of the last actions, without anything that people wrote. */
export function readRecording(
  log: Pick<ActionLog, 'recording' | 'effects'>,
  limits?: RecordingLimits,
): Recording & { actions: UnknownAction[] } {
  const { actions } = log.recording(limits?.actions);
  const effects = recordedEffects(log.effects, limits?.effects);
  return {
    actions: actions.map(({ action }) => action),
    steps: actions.map(stepOf),
    effects: limits ? effects.map(({ details: _details, ...rest }) => rest) : effects,
  };
}
