import { showToDevTools } from '#src/reporting/showToDevTools.ts';
import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';

it('shows the extension what happens without what people wrote, until it is ended', () => {
  const told: unknown[] = [];
  const view = {
    __REDUX_DEVTOOLS_EXTENSION__: {
      connect: () => ({
        init: (state: unknown) => void told.push(state),
        send: (action: unknown, state: unknown) => void told.push(action, state),
      }),
    },
  };
  const log = createActionLog({ size: 10, now: () => 0, floodAbove: 25, onFlood: () => {} });
  const store = createAppStore({ ports: {} as never, middleware: [log.middleware], devTools: false });
  const end = showToDevTools(view as never, log, store);
  const say = () =>
    store.dispatch(
      messageSubmitted('chat_T3_U7.U9', { id: 7, firstName: 'Lena', lastName: 'L' }, 'my secret'),
    );
  say();
  expect(told).toHaveLength(5);
  expect(JSON.stringify(told)).toContain('chat/messageSubmitted');
  expect(JSON.stringify(told)).not.toMatch(/my secret|Lena/);
  end();
  say();
  expect(told).toHaveLength(5);
});
