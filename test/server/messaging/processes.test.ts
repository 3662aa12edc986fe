import type { OpenDatabase } from '#server/db/open.ts';
import { createMessagingService, type Database, type MessagingOptions } from '#server/messaging/index.ts';
import { PROCESS_LOCK } from '#server/messaging/log/listener.ts';
import { describeOnPostgres, openOnPostgres } from '#test/support/testPostgres.ts';
import { keys, until } from './service.ts';

type Process = Awaited<ReturnType<typeof startProcess>>;
interface Received {
  text: string;
  timetoken: string;
}

/** A messaging process on a database that other processes use as well, over HTTP. */
async function startProcess(database: Database, options: Partial<MessagingOptions> = {}) {
  const errors: unknown[] = [];
  const service = createMessagingService({
    database,
    keys,
    access: 'off',
    rateLimit: 'off',
    files: 'off',
    shared: true,
    presenceLeaveGraceMs: 300,
    log: (entry) => errors.push(entry),
    ...options,
  });
  const { port } = await service.listen(0, '127.0.0.1');
  const get = async (path: string, query: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query).toString()}`);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return {
    port,
    errors,
    get,
    stop: () => service.stop(),
    async publish(channel: string, text: string): Promise<string> {
      const json = encodeURIComponent(JSON.stringify(text));
      const { body } = await get(`/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/${json}`);
      return (body as [number, string, string])[2];
    },
    /** One poll: the messages and the next cursor. */
    async poll(channel: string, cursor: string, query: Record<string, string> = {}) {
      const { status, body } = await get(`/v2/subscribe/${keys.subscribeKey}/${channel}/0`, {
        tt: cursor,
        ...query,
      });
      if (status !== 200) return { status, cursor, messages: [] as Received[] };
      const { t, m } = body as { t: { t: string }; m: { d: unknown; p: { t: string } }[] };
      const messages = m.map(({ d, p }) => ({
        text: typeof d === 'string' ? d : JSON.stringify(d),
        timetoken: p.t,
      }));
      return { status, cursor: t.t, messages };
    },
    presence: (action: string, channel: string, uuid: string) =>
      get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/${channel}/${action}`, {
        uuid,
        heartbeat: '300',
      }),
    async occupants(channel: string): Promise<string[]> {
      const { body } = await get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/${channel}`);
      return (body as { uuids: string[] }).uuids.toSorted();
    },
  };
}

const textsAfter = async (process: Process, channel: string, cursor: string) =>
  (await process.poll(channel, cursor)).messages.map(({ text }) => text);

/** A client that polls one process after another, as a balancer would distribute its polls. */
function subscribeOver(processes: readonly Process[], channel: string) {
  const received: Received[] = [];
  let isActive = true;
  let ready = () => {};
  const connected = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const run = async () => {
    let cursor = '0';
    for (let n = 0; isActive; n++) {
      const reply = await processes[n % processes.length]!.poll(channel, cursor);
      cursor = reply.cursor;
      received.push(...reply.messages);
      ready();
    }
  };
  const running = run();
  return {
    received,
    connected,
    async end() {
      isActive = false;
      await processes[0]!.publish(channel, 'the end');
      await running;
    },
  };
}

describeOnPostgres('several messaging processes on one PostgreSQL database', () => {
  let opened: OpenDatabase;
  let processes: Process[];
  const first = () => processes[0]!;
  const second = () => processes[1]!;
  beforeAll(async () => {
    opened = await openOnPostgres();
    processes = await Promise.all([1, 2, 3].map(() => startProcess(opened.pool)));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await opened.close();
  });

  it('deliver all messages once and in the same order, even to clients whose polls move between processes', async () => {
    const clients = [
      ...processes.map((process) => subscribeOver([process], 'news')),
      subscribeOver(processes, 'news'),
    ];
    await Promise.all(clients.map(({ connected }) => connected));
    const sent = await Promise.all(
      processes.flatMap((process, p) =>
        [0, 1, 2, 3].map(async (publisher) => {
          const texts: string[] = [];
          for (let n = 0; n < 25; n++) {
            const text = `${p}.${publisher} ${n}`;
            await process.publish('news', text);
            texts.push(text);
          }
          return texts;
        }),
      ),
    );
    await until(() => clients.every(({ received }) => received.length >= 300));
    const order = clients[0]!.received.map(({ text }) => text);
    expect(new Set(order).size).toBe(300);
    for (const { received } of clients) {
      expect(received.map(({ text }) => text)).toEqual(order);
      expect(received.map(({ timetoken }) => timetoken)).toEqual(
        received.map(({ timetoken }) => timetoken).toSorted(),
      );
    }
    // Each publisher's messages keep their order.
    for (const texts of sent) expect(order.filter((text) => texts.includes(text))).toEqual(texts);
    await Promise.all(clients.map((client) => client.end()));
  });

  it('continue at the cursor of a client whose process was killed', async () => {
    const { cursor } = await first().poll('moved', '0');
    const doomed = await startProcess(opened.pool);
    await doomed.publish('moved', 'one');
    await doomed.stop();
    await first().publish('moved', 'two');
    await until(async () => (await textsAfter(second(), 'moved', cursor)).join() === 'one,two');
  });

  it('deliver signals of another process to clients that were between two polls', async () => {
    const { cursor } = await first().poll('signals', '0');
    await second().get(
      `/signal/${keys.publishKey}/${keys.subscribeKey}/0/signals/0/${encodeURIComponent('"typing"')}`,
    );
    const late = await startProcess(opened.pool);
    const { messages } = await late.poll('signals', cursor);
    expect(messages.map(({ text }) => text)).toEqual(['typing']);
    await late.stop();
  });

  it('know who is present, wherever the requests of a user arrive', async () => {
    const watcher = subscribeOver([first()], 'hall-pnpres');
    await watcher.connected;
    await second().presence('heartbeat', 'hall', 'ada');
    await until(async () => (await first().occupants('hall')).join() === 'ada');
    await first().presence('heartbeat', 'hall', 'ada');
    await processes[2]!.presence('heartbeat', 'hall', 'ben');
    const late = await startProcess(opened.pool);
    expect(await late.occupants('hall')).toEqual(['ada', 'ben']);
    await late.stop();
    await first().presence('leave', 'hall', 'ada');
    await until(async () => (await second().occupants('hall')).join() === 'ben');
    const actions = () =>
      watcher.received.flatMap(({ text }) => {
        if (!text.startsWith('{')) return [];
        const { action, uuid } = JSON.parse(text) as { action: string; uuid: string };
        return `${action} ${uuid}`;
      });
    await until(() => actions().length === 3);
    expect(actions()).toEqual(['join ada', 'join ben', 'leave ada']);
    await processes[2]!.presence('leave', 'hall', 'ben');
    await watcher.end();
  });

  it('keep a user present if the user leaves at one process but has a poll at another', async () => {
    const { cursor } = await second().poll('desk', '0', { uuid: 'ada' });
    const open = second().poll('desk', cursor, { uuid: 'ada' });
    await until(async () => (await first().occupants('desk')).join() === 'ada');
    await first().presence('leave', 'desk', 'ada');
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // longer than the grace period of 300 ms plus a tick
    // Not at once if the second process is too busy to report its poll in time.
    await until(async () => (await first().occupants('desk')).join() === 'ada');
    await first().publish('desk', 'bye');
    await open;
  });

  it('add a channel to a group for polls at every process', async () => {
    const group = { 'channel-group': 'team', tt: '0' };
    const path = `/v2/subscribe/${keys.subscribeKey}/,/0`;
    const { body } = await second().get(path, group);
    const { t } = body as { t: { t: string } };
    await first().get(`/v1/channel-registration/sub-key/${keys.subscribeKey}/channel-group/team`, {
      add: 'goals',
    });
    const waiting = second().get(path, { ...group, tt: t.t });
    await first().publish('goals', 'added');
    expect((await waiting).body).toMatchObject({ m: [{ d: 'added', b: 'team' }] });
  });

  it('do not deliver a message that was deleted at another process', async () => {
    const { cursor } = await second().poll('deleted', '0');
    await first().publish('deleted', 'gone');
    await fetch(`http://127.0.0.1:${first().port}/v3/history/sub-key/${keys.subscribeKey}/channel/deleted`, {
      method: 'DELETE',
    });
    await first().publish('deleted', 'kept');
    await until(async () => (await textsAfter(second(), 'deleted', cursor)).includes('kept'));
    expect(await textsAfter(second(), 'deleted', cursor)).toEqual(['kept']);
  });

  it('store a message once if the response to its commit is lost', async () => {
    let isLost = false;
    const unreliable: Database = {
      connect: () => opened.pool.connect(),
      async query(text, values) {
        const result = await opened.pool.query(text as string, values);
        if (typeof text === 'object' && text.name === 'messaging_commit' && !isLost) {
          isLost = true;
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        }
        return result;
      },
    };
    const process = await startProcess(unreliable);
    const { cursor } = await first().poll('lost', '0');
    const timetoken = await process.publish('lost', 'once');
    await process.publish('lost', 'twice');
    expect(isLost).toBe(true);
    const { rows } = await opened.pool.query<{ timetoken: string }>(
      `select timetoken from messaging.messages where channel = 'lost' order by timetoken`,
    );
    expect(rows.map((row) => row.timetoken)).toEqual([timetoken, expect.any(String)]);
    await until(async () => (await textsAfter(first(), 'lost', cursor)).join() === 'once,twice');
    await process.stop();
  });

  it('catch up from the database when part of the log is missing', async () => {
    const { cursor } = await second().poll('gap', '0');
    const open = second().poll('gap', cursor);
    // As if this process had been away for longer than batches are kept.
    await opened.pool.query(`
      with moved as (
        update messaging.clock set previous = logged, reserved = reserved + 5, logged = reserved + 5 returning reserved
      )
      insert into messaging.messages (channel, timetoken, kind, payload) select 'gap', reserved, 0, '"missed"' from moved`);
    const { messages, cursor: after } = await open;
    const next = messages.length > 0 ? messages : (await second().poll('gap', after)).messages;
    expect(next.map(({ text }) => text)).toEqual(['missed']);
  });

  it('continue when the connection for notifications is cut', async () => {
    const { cursor } = await second().poll('cut', '0');
    await opened.pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and classid = $1 and objid = $2 and database = (select oid from pg_database where datname = current_database())`,
      [...PROCESS_LOCK],
    );
    const open = second().poll('cut', cursor);
    await first().publish('cut', 'still here');
    expect((await open).messages.map(({ text }) => text)).toEqual(['still here']);
  });

  it('refuse to start while a process of an earlier version has locked the database', async () => {
    const other = await openOnPostgres();
    const lock = await other.pool.connect();
    await lock.query('select pg_advisory_lock($1, $2)', [...PROCESS_LOCK]);
    await expect(startProcess(other.pool)).rejects.toThrow(
      'A messaging process of an earlier version is using this database. Stop it first, or set DATABASE_URL to another database.',
    );
    lock.release();
    await other.close();
  });

  describe('with access control', () => {
    it('refuse a revoked token everywhere, and end its polls', async () => {
      const options = { access: 'on' as const };
      const secured = await Promise.all([1, 2].map(() => startProcess(opened.pool, options)));
      const { default: PubNub } = await import('pubnub');
      const owner = new PubNub({
        ...keys,
        userId: 'server',
        origin: `127.0.0.1:${secured[0]!.port}`,
        ssl: false,
      });
      const token = await owner.grantToken({
        ttl: 10,
        authorized_uuid: 'ada',
        resources: { channels: { private: { read: true } } },
      });
      const { cursor } = await secured[1]!.poll('private', '0', { uuid: 'ada', auth: token });
      const open = secured[1]!.poll('private', cursor, { uuid: 'ada', auth: token });
      const stays = await Promise.race([open, new Promise((resolve) => setTimeout(resolve, 200, 'open'))]);
      expect(stays).toBe('open');
      await owner.revokeToken(token);
      expect((await open).status).toBe(403);
      expect((await secured[1]!.poll('private', cursor, { uuid: 'ada', auth: token })).status).toBe(403);
      owner.destroy(true);
      await Promise.all(secured.map((process) => process.stop()));
    });
  });
});
