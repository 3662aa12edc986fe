import { call } from 'redux-saga-test-plan/matchers';
import { sendMessage } from '#sagas/chat/sendMessage.ts';
import { findStored } from '#sagas/outbox/findStored.ts';
import { keepOutbox, outboxOwner } from '#sagas/outbox/keepOutbox.ts';
import type { OutboxEntry } from '#sagas/ports.ts';
import { fetchMessagingConfig } from '#sagas/realtime/messagingKey.ts';
import { selectPost } from '#store/chat/chatSelectors.ts';
import {
  conversationJoined,
  conversationStarted,
  messageFailed,
  messageSent,
  messageSubmitted,
} from '#store/chat/chatSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { aWorkplace, planOf, stateAfter } from '../support/plan.ts';

const CHANNEL = 'chat_T3_U7.U9';
const lena = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
const written = messageSubmitted(CHANNEL, lena, 'Hello');
const { id } = written.payload;
const joined = [
  conversationStarted({ channel: CHANNEL, peerId: 9 }),
  conversationJoined({ channel: CHANNEL }),
];
const state = stateAfter(...joined, written);
const letter = { channel: CHANNEL, id, mayBeStored: false };
const statusIn = (storeState: unknown) => selectPost(storeState as RootState, CHANNEL, id)?.status;

describe('sendMessage', () => {
  it('publishes and settles', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const { storeState } = await planOf({ ports, state }, sendMessage, context, letter).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.log).toHaveLength(1);
  });

  it('settles what history shows to be there, and does not publish it again', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-lena', CHANNEL, written.payload.message, { id });
    const again = { ...letter, mayBeStored: true };
    const { storeState } = await planOf({ ports, state }, sendMessage, context, again).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.log).toHaveLength(1);
  });

  it('gives up on a refusal, and says so', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.refuse('publish', 413);
    const { storeState } = await planOf({ ports, state }, sendMessage, context, letter).run();
    expect(statusIn(storeState)).toBe('failed');
    expect(messaging.log).toEqual([]);
  });

  it('asks for another key once when its own is refused', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.refuse('publish', 403);
    const providers = [[call.fn(fetchMessagingConfig), { authKey: 'key-2' }]] as [
      ReturnType<typeof call.fn>,
      unknown,
    ][];
    const { storeState } = await planOf({ ports, state, providers }, sendMessage, context, letter).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.calls).toContain('renewKey key-2');
  });

  it('says of what its echo has settled already that it is sent, and does nothing else', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const sent = messageSent({ channel: CHANNEL, id, timetoken: '17000000000000001' });
    const settled = stateAfter(...joined, written, sent);
    await planOf({ ports, state: settled }, sendMessage, context, letter).put(sent).run();
    expect(messaging.calls).toEqual([]);
  });
});

describe('findStored', () => {
  const post = selectPost(state, CHANNEL, id)!;

  it('finds a message of one’s own by its id, pages back', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const { timetoken } = messaging.publishAs('uuid-lena', CHANNEL, written.payload.message, { id });
    for (let n = 0; n < 250; n++)
      messaging.publishAs('uuid-max', CHANNEL, written.payload.message, { id: `later-message-${n}` });
    await planOf({ ports }, findStored, context, post).returns(timetoken).run();
  });

  it('is not misled by another person’s message with the same id', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-max', CHANNEL, written.payload.message, { id });
    await planOf({ ports }, findStored, context, post).returns(null).run();
  });
});

describe('keepOutbox', () => {
  function aBox(found: OutboxEntry[] = []) {
    const kept = new Map<string, OutboxEntry>();
    const owners = new Set<string>();
    return {
      kept,
      owners,
      port: {
        adopt(owner: string, onEntries: (entries: OutboxEntry[]) => void) {
          owners.add(owner);
          if (found.length > 0) queueMicrotask(() => onEntries(found));
          return () => undefined;
        },
        put: async (owner: string, entry: OutboxEntry) => {
          owners.add(owner);
          kept.set(entry.id, entry);
        },
        remove: async (gone: string) => void kept.delete(gone),
        wipe: async () => kept.clear(),
      },
    };
  }

  it('keeps what is written, marks what is refused, and forgets what has arrived', async () => {
    const box = aBox();
    const { ports, user } = await aWorkplace({ outbox: box.port });
    const run = (...actions: Parameters<typeof stateAfter>) => {
      const plan = planOf({ ports, state: stateAfter(...joined) }, keepOutbox, user);
      for (const action of actions) plan.dispatch(action);
      return plan.silentRun(20);
    };
    await run(written);
    expect(box.kept.get(id)).toMatchObject({ details: 'Hello', channel: CHANNEL, hasFailed: false });
    await run(written, messageFailed({ channel: CHANNEL, id, reason: 'refused' }));
    expect(box.kept.get(id)).toMatchObject({ hasFailed: true });
    await run(written, messageSent({ channel: CHANNEL, id, timetoken: '17000000000000001' }));
    expect([...box.kept]).toEqual([]);
    expect([...box.owners]).toEqual([outboxOwner(user)]);
  });

  it('brings back what was found, and leaves alone what is no conversation of this person', async () => {
    const entry = { id, channel: CHANNEL, details: 'Hello', timestamp: 1_700_000_000_000, hasFailed: false };
    const strange = { ...entry, id: 'somebody-elses', channel: 'chat_T3_U8.U9' };
    const { ports, user } = await aWorkplace({ outbox: aBox([entry, strange]).port });
    const { storeState } = await planOf({ ports }, keepOutbox, user).silentRun(20);
    expect(statusIn(storeState)).toBe('sending');
    expect(Object.keys((storeState as RootState).chat.threads)).toEqual([CHANNEL]);
  });
});
