/**
 * What started an effect: the id of a logged action, an event of a port such as `realtime/message`, events that a saga read
 * together such as `realtime/signal.message`, or null for the start of the application.
 */
export type Trigger = number | string | null;

export interface EffectNode {
  id: number;
  parent: EffectNode | null;
  /** redux-saga's name of the kind, such as CALL. PORT: a saga called a port without an effect. */
  kind: string;
  /** The called function, dispatched type, pattern or channel. It is converted to a name when the log is read. */
  subject: unknown;
  /** The function that `takeEvery` and similar helpers start. */
  worker: unknown;
  /** The port and method that the effect called, such as `tokens.restore`. */
  port: string | null;
  at: number;
  ms: number | null;
  result: 'done' | 'failed' | 'cancelled' | null;
  error: unknown;
  trigger: Trigger;
  /** The last action or event that the saga in this effect has taken. It starts the saga's next effects. */
  latest: Trigger;
  args: unknown;
  value: unknown;
}

interface Payload {
  fn?: unknown;
  args?: unknown[];
  action?: unknown;
  pattern?: unknown;
  channel?: unknown;
}
interface Triggered {
  effectId: number;
  parentEffectId: number;
  effect: { type?: string; payload?: Payload } | null | undefined;
}
interface Task {
  isRunning(): boolean;
  isCancelled(): boolean;
  toPromise(): Promise<unknown>;
}
interface Options {
  size: number;
  now: () => number;
  /** Not recorded in production, because arguments and results contain text that people wrote. */
  keepsArguments: boolean;
}

const dispatched = (action: unknown) =>
  typeof action === 'function' ? 'thunk' : ((action as { type?: string }).type ?? 'message');

/** These effects only read, and would fill the log. */
const READS = /^(SELECT|GET_CONTEXT|FLUSH|ACTION_CHANNEL|CANCELLED)$/;

/** Keeps the last effects of the sagas. It is redux-saga's monitor, and observes without changing anything. */
export function createEffectLog({ size, now, keepsArguments }: Options) {
  let nodes: EffectNode[] = [];
  let portCalls = 0;
  /** Effects that have not ended, and the sagas they run. */
  const open = new Map<number, EffectNode>();
  const puts = new WeakMap<object, EffectNode>();
  const failures = new WeakMap<object, EffectNode>();
  /** Sagas that are reading all waiting events of a port, by the id of their effect. */
  const reading = new Map<number, EffectNode>();
  /** The effect that calls a function now, or else the saga whose code runs now. */
  let running: EffectNode | null = null;
  /** The same, except that an error cancels other effects before it is recorded. */
  let lastCode: EffectNode | null = null;
  let port: EffectNode | null = null;
  let idOf: (action: unknown) => number | undefined = () => undefined;

  function add(id: number, parent: EffectNode | null, kind: string, payload: Payload = {}): EffectNode {
    const { fn, args, action, pattern, channel } = payload;
    const trigger = parent?.latest ?? null;
    const node: EffectNode = {
      id,
      parent,
      kind,
      subject: action ? dispatched(action) : (fn ?? pattern ?? channel),
      worker: typeof args?.[1] === 'function' ? args[1] : null,
      port: null,
      at: now(),
      ms: null,
      result: null,
      error: null,
      trigger,
      latest: trigger,
      args: keepsArguments ? args : null,
      value: null,
    };
    nodes.push(node);
    if (nodes.length >= size * 2) nodes = nodes.slice(-size);
    return node;
  }
  function begin(id: number, parentId: number, kind: string, payload?: Payload) {
    const node = add(id, open.get(parentId) ?? null, kind, payload);
    open.set(id, node);
    if (payload?.action) puts.set(payload.action, node);
    running = node;
    lastCode = node;
  }
  function close(node: EffectNode, result: EffectNode['result'], value: unknown) {
    open.delete(node.id);
    node.ms = now() - node.at;
    node.result = result;
    if (result === 'failed') node.error = value;
    else if (keepsArguments && node.kind !== 'PUT') node.value = value;
  }
  /** The innermost effect fails first, or the code of a saga inside it throws. */
  function noteFailure(node: EffectNode, error: Error) {
    let outer = lastCode;
    while (outer && outer !== node) outer = outer.parent;
    const failed = outer ? (lastCode ?? node) : node;
    failures.set(error, failed);
    // redux-saga does not report the end of a fork that throws immediately.
    if (failed.kind === 'FORK') close(failed, 'failed', error);
  }
  function end(id: number, result: EffectNode['result'], value?: unknown) {
    const node = open.get(id);
    if (!node) return;
    const { kind, parent, subject } = node;
    if (result === 'failed' && value instanceof Error && !failures.has(value)) noteFailure(node, value);
    running = parent;
    if (result !== 'cancelled') lastCode = parent;
    if (kind === 'FORK' || kind === 'ROOT') {
      const task = value as Task;
      if (!task?.isRunning?.()) return close(node, result, null);
      task.toPromise().then(
        () => close(node, task.isCancelled() ? 'cancelled' : 'done', null),
        (error: unknown) => close(node, 'failed', error),
      );
      return;
    }
    if (kind === 'TAKE' && result === 'done') {
      const { source = 'channel' } = subject as { source?: string };
      node.latest =
        idOf(value) ??
        puts.get(value as object)?.trigger ??
        `${source}/${(value as { kind?: string })?.kind ?? 'event'}`;
    }
    if (parent && result !== 'cancelled' && node.latest !== node.trigger) parent.latest = node.latest;
    close(node, result, value);
  }
  /** A batch of events is named after all its kinds, because any of them may cause what follows. */
  function endReading(id: number, events: unknown) {
    const saga = reading.get(id);
    reading.delete(id);
    if (!saga || !Array.isArray(events) || typeof saga.latest !== 'string') return;
    const [source = '', first = ''] = saga.latest.split('/');
    const kinds = events.map((event: { kind?: string }) => event.kind ?? 'event');
    saga.latest = `${source}/${[...new Set([...first.split('.'), ...kinds])].join('.')}`;
  }
  function portNode(name: string): EffectNode {
    // `call(() => port.method())`. A function with a name is a saga that calls the port in its body.
    const isCall = running?.kind === 'CALL' && !(running.subject as { name?: string }).name;
    if (running && isCall && running.result === null && !running.port) {
      running.port = name;
      return running;
    }
    portCalls += 1;
    const node = Object.assign(add(-portCalls, running, 'PORT'), { port: name });
    close(node, 'done', null);
    return node;
  }

  return {
    /** The monitor for `createSagaMiddleware`. */
    monitor: {
      rootSagaStarted: ({ effectId, saga }: { effectId: number; saga: unknown }) =>
        begin(effectId, 0, 'ROOT', { fn: saga }),
      effectTriggered({ effectId, parentEffectId, effect }: Triggered) {
        const kind = effect?.type ?? 'WAIT';
        if (!READS.test(kind)) return begin(effectId, parentEffectId, kind, effect?.payload);
        const saga = open.get(parentEffectId);
        const isPort = kind === 'FLUSH' && 'source' in (effect?.payload ?? {});
        if (isPort && saga) reading.set(effectId, saga);
      },
      effectResolved(id: number, value: unknown) {
        if (reading.has(id)) endReading(id, value);
        else end(id, 'done', value);
      },
      effectRejected: (id: number, error: unknown) => end(id, 'failed', error),
      effectCancelled: (id: number) => end(id, 'cancelled'),
    },
    /** Runs a method of a port that a saga calls. */
    inPort: <R>(name: string, method: () => R): R => {
      const outer = port;
      port = portNode(name);
      try {
        return method();
      } finally {
        port = outer;
      }
    },
    /** The call of a port that is being run, such as a navigation. */
    runningPort: () => port,
    /** The effect that has dispatched this action or thunk. */
    putOf: (action: object) => puts.get(action) ?? null,
    /** The innermost effect that has failed with this error. */
    failureOf: (error: unknown) => (error instanceof Error && failures.get(error)) || null,
    /** Tells which logged action a saga has taken. */
    identifyActions(by: typeof idOf) {
      idOf = by;
    },
    nodes: () => nodes.slice(-size),
  };
}
export type EffectLog = ReturnType<typeof createEffectLog>;
