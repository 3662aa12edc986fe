import type { Ports } from './ports.ts';

type Run = <R>(method: string, call: () => R) => R;
/**
 * Clock calls say nothing about a saga's work, so they are not recorded. Reports are recorded below, by one function
 * that sagas can compare.
 */
const UNRECORDED = new Set(['now', 'serverNow', 'random', 'reportError']);

/** The same ports, which also record the name of each method that a saga calls. */
export function recordedPorts(ports: Ports, run: Run): Ports {
  return recorded(
    '',
    {
      ...ports,
      reportError: (error, where) => run('reportError', () => ports.reportError(error, where)),
      connectRealtime: async (config) => recorded('realtime.', await ports.connectRealtime(config), run),
      connectRoom: async (channel) => recorded('room.', await ports.connectRoom(channel), run),
    } as Ports,
    run,
  );
}

function recorded<T extends object>(path: string, target: T, run: Run): T {
  return new Proxy(target, {
    get(object, key: string) {
      const value: unknown = object[key as keyof T];
      if (UNRECORDED.has(key)) return value;
      const name = path + key;
      if (typeof value === 'function')
        return (...args: unknown[]) => run(name, () => value.apply(object, args) as unknown);
      return value !== null && typeof value === 'object' ? recorded(`${name}.`, value, run) : value;
    },
  });
}
