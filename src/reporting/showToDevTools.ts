import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { anonymise, anonymiseAction } from '#store/devtools/anonymise.ts';

interface Connection {
  init(state: unknown): void;
  send(action: unknown, state: unknown): void;
}
interface Extension {
  connect(options: { name: string; features: Record<string, boolean> }): Connection;
}
type View = Window & { __REDUX_DEVTOOLS_EXTENSION__?: Extension };

/** Shows anonymous actions and state in the Redux DevTools extension. Works in production; the extension is read-only. */
export function showToDevTools(view: View, log: ActionLog, store: AppStore): () => void {
  const connection = view.__REDUX_DEVTOOLS_EXTENSION__?.connect({
    name: 'Trellis (anonymous)',
    features: { pause: true, export: true, test: true },
  });
  if (!connection) return () => {};
  connection.init(anonymise(store.getState()));
  return log.onAction((action, state) => connection.send(anonymiseAction(action), anonymise(state)));
}
