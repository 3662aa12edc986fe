import { showToDevTools } from '#src/reporting/showToDevTools.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';

it('shows actions without texts in the extension until it is stopped', () => {
  const received: unknown[] = [];
  const view = {
    __REDUX_DEVTOOLS_EXTENSION__: {
      connect: () => ({
        init: (state: unknown) => void received.push(state),
        send: (action: unknown, state: unknown) => void received.push(action, state),
      }),
    },
  };
  const log = createActionLog({ size: 10, now: () => 0 });
  const store = createAppStore({ ports: {} as never, middleware: [log.middleware], devTools: false });
  const stop = showToDevTools(view as never, log, store);
  const submitMessage = () =>
    store.dispatch(
      messageSubmitted('chat_T3_U7.U9', { id: 7, firstName: 'Lena', lastName: 'L' }, 'my secret'),
    );
  submitMessage();
  expect(received).toHaveLength(5);
  expect(JSON.stringify(received)).toContain('chat/messageSubmitted');
  expect(JSON.stringify(received)).not.toMatch(/my secret|Lena/);
  stop();
  submitMessage();
  expect(received).toHaveLength(5);
});
