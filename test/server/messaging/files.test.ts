import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type PubNub from 'pubnub';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('files', () => {
  let service: TestService;
  let client: PubNub;
  /** A second service without access control. */
  let open: TestService | null = null;
  beforeAll(async () => {
    service = await startService({ access: 'on' });
    client = service.owner('ada');
  });
  afterAll(async () => {
    await open?.close();
    await service.close();
  });

  const send = (name: string, content: string) =>
    client.sendFile({
      channel: 'pictures',
      file: { data: Buffer.from(content), name, mimeType: 'text/plain' },
      message: { text: `See ${name}` },
    });

  it('are sent, announced, listed, fetched and deleted', async () => {
    const recorder = await subscribed(client, ['pictures']);
    const content = 'Line one\r\n\r\n--not-a-boundary ä\0';
    const { id, name } = await send('notes, ä.txt', content);
    await until(() => recorder.files.length === 1);
    expect(recorder.files[0]).toMatchObject({
      channel: 'pictures',
      publisher: 'ada',
      message: { text: 'See notes, ä.txt' },
      file: { id, name: 'notes, ä.txt' },
    });
    const { data } = await client.listFiles({ channel: 'pictures' });
    expect(data).toMatchObject([{ id, name, size: Buffer.byteLength(content) }]);
    const file = await client.downloadFile({ channel: 'pictures', id, name });
    expect(Buffer.from(await file.toArrayBuffer()).toString()).toBe(content);
    const history = await client.fetchMessages({ channels: ['pictures'] });
    expect(history.channels.pictures?.[0]).toMatchObject({ messageType: 4, message: { file: { id } } });

    await client.deleteFile({ channel: 'pictures', id, name });
    expect((await client.listFiles({ channel: 'pictures' })).data).toEqual([]);
    await expect(client.downloadFile({ channel: 'pictures', id, name })).rejects.toThrow();
  });

  it('are listed page by page', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt']) await send(name, name);
    const first = await client.listFiles({ channel: 'pictures', limit: 2 });
    const second = await client.listFiles({ channel: 'pictures', limit: 2, next: first.next });
    expect([...first.data, ...second.data].map(({ name }) => name).toSorted()).toEqual([
      '1.txt',
      '2.txt',
      '3.txt',
    ]);
    expect(first.count).toBe(2);
    expect([second.count, second.next]).toEqual([1, null]);
    for (const { id, name } of first.data) await client.deleteFile({ channel: 'pictures', id, name });
    expect((await client.listFiles({ channel: 'pictures' })).data.map(({ id }) => id)).toEqual([
      second.data[0]?.id,
    ]);
    const again = client.deleteFile({
      channel: 'pictures',
      id: first.data[0]!.id,
      name: first.data[0]!.name,
    });
    await expect(again).rejects.toMatchObject({ status: { statusCode: 404 } });
  });

  it('are announced with the options of a message: meta, type and storage', async () => {
    const recorder = await subscribed(service.owner('ben'), ['sketches']);
    await client.sendFile({
      channel: 'sketches',
      file: { data: Buffer.from('x'), name: 'x.txt', mimeType: 'text/plain' },
      meta: { from: 'desk' },
      customMessageType: 'sketch',
      storeInHistory: false,
    });
    await until(() => recorder.files.length === 1);
    expect(recorder.files[0]).toMatchObject({ userMetadata: { from: 'desk' }, customMessageType: 'sketch' });
    expect((await client.fetchMessages({ channels: ['sketches'] })).channels).toEqual({});
    expect((await client.listFiles({ channel: 'sketches' })).data).toHaveLength(1);
  });

  it('are downloaded with headers that prevent the browser from running them', async () => {
    const { id, name } = await send('page.txt', '<script>1</script>');
    const reader = service.client({ userId: 'ben' });
    reader.setToken(
      await client.grantToken({ ttl: 5, resources: { channels: { pictures: { read: true } } } }),
    );
    const response = await fetch(reader.getFileUrl({ channel: 'pictures', id, name }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([['text/html'], ['image/svg+xml'], ['application/xhtml+xml'], ['text/javascript; charset=utf-8']])(
    'are rejected as %s',
    async (type) => {
      expect((await uploadAs(type)).status).toBe(415);
      expect((await uploadAs('image/png')).status).toBe(204);
    },
  );
  /** Uploads like a browser, which sets the file's content type. */
  const uploadAs = async (type: string) => {
    const other = await startedOpen();
    const ask = `/v1/files/${keys.subscribeKey}/channels/pictures/generate-upload-url`;
    const { body } = await other.send('POST', ask, '{"name":"x"}');
    const upload = (
      body as { file_upload_request: { url: string; form_fields: { key: string; value: string }[] } }
    ).file_upload_request;
    const form = new FormData();
    for (const { key, value } of upload.form_fields) form.set(key, value);
    form.set('file', new Blob(['x'], { type }), 'x');
    return fetch(upload.url, { method: 'POST', body: form });
  };

  it('are rejected above 5 MB', async () => {
    await expect(send('large.bin', 'x'.repeat(5 * 1024 * 1024 + 1))).rejects.toThrow();
  });

  it('are uploaded only with a ticket from an upload URL', async () => {
    const path = `/v1/files/${keys.subscribeKey}/upload`;
    const post = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob(['x']), 'x.txt');
      return fetch(service.url + path, { method: 'POST', body: form });
    };
    expect((await post({})).status).toBe(403);
    expect((await post({ ticket: 'e30.AAAA' })).status).toBe(403);
    expect((await service.send('POST', path, '{}')).status).toBe(400);
  });

  it.each([['../../etc/passwd'], ['a/b'], [''], ['x'.repeat(201)], [7]])(
    'are rejected with the name %s',
    async (name) => {
      const stranger = `/v1/files/${keys.subscribeKey}/channels/pictures/generate-upload-url`;
      const other = await startedOpen();
      expect((await other.send('POST', stranger, JSON.stringify({ name }))).status).toBe(400);
    },
  );

  it('cannot be reached by path traversal', async () => {
    const other = await startedOpen();
    const path = `/v1/files/${keys.subscribeKey}/channels/pictures/files`;
    expect((await other.get(`${path}/${encodeURIComponent('../../x')}/y`)).status).toBe(404);
    expect((await other.get(`${path}/..%2f..%2fetc/passwd`)).status).toBe(404);
  });

  const startedOpen = async () => {
    open ??= await startService({}, service);
    return open;
  };
  it('require the matching permission', async () => {
    const token = await client.grantToken({ ttl: 5, resources: { channels: { pictures: { read: true } } } });
    const base = `/v1/files/${keys.subscribeKey}/channels`;
    expect((await service.get(`${base}/pictures/files`, { auth: token })).status).toBe(200);
    expect((await service.get(`${base}/other/files`, { auth: token })).status).toBe(403);
    const ask = `${base}/pictures/generate-upload-url`;
    expect((await service.send('POST', ask, '{"name":"x"}', { auth: token })).status).toBe(403);
  });

  const [S, P] = [keys.subscribeKey, keys.publishKey];
  const base = `/v1/files/${S}/channels/pictures`;
  const file = '123e4567-e89b-12d3-a456-426614174000/x.txt';
  it.each([
    ['POST', `${base}/generate-upload-url`, '{"name":"x.txt"}'],
    ['POST', `/v1/files/${S}/upload`, 'x'.repeat(300_000)],
    ['GET', `${base}/files`, null],
    ['GET', `${base}/files/${file}`, null],
    ['DELETE', `${base}/files/${file}`, null],
    ['GET', `/v1/files/publish-file/${P}/${S}/0/pictures/0/%7B%7D`, null],
  ])('are refused with a clear message if they are switched off: %s %s', async (method, path, body) => {
    const other = await startService({ files: 'off' }, service);
    try {
      expect(await other.send(method, path, body ?? undefined)).toMatchObject({
        status: 403,
        body: { status: 403, error: { message: 'Files are turned off for this keyset', source: 'files' } },
      });
    } finally {
      await other.close();
    }
  });

  describe('files with limited storage', () => {
    const directory = mkdtempSync(join(tmpdir(), 'messaging-quota-'));
    afterAll(() => rmSync(directory, { recursive: true, force: true }));
    const clock = { now: Date.now() };
    const startLimited = () =>
      startService({ files: { directory, quotaBytes: 30_000, keepDays: 7 }, now: () => clock.now }, service);
    const requestUpload = async (on: TestService) => {
      const { status, body } = await on.send('POST', `${base}/generate-upload-url`, '{"name":"x.txt"}');
      return {
        status,
        body: body as { file_upload_request: { url: string; form_fields: { key: string; value: string }[] } },
      };
    };
    const uploadTo = async (
      { file_upload_request: { url, form_fields } }: Awaited<ReturnType<typeof requestUpload>>['body'],
      size: number,
    ) => {
      const form = new FormData();
      for (const { key, value } of form_fields) form.set(key, value);
      form.set('file', new Blob(['x'.repeat(size)]), 'x.txt');
      return (await fetch(url, { method: 'POST', body: form })).status;
    };
    beforeEach(() => service.database.pool.query('delete from messaging.files'));

    it('cannot exceed the quota, even with parallel uploads, empty files or a restart', async () => {
      const limited = await startLimited();
      const tickets = await Promise.all(Array.from({ length: 6 }, () => requestUpload(limited)));
      const statuses = await Promise.all(tickets.map(({ body }) => uploadTo(body, 10_000)));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 204, 204, 413, 413, 413]);
      expect((await requestUpload(limited)).status).toBe(413);
      await limited.restart();
      expect((await requestUpload(limited)).status).toBe(413);
      const { body } = await limited.get(`${base}/files`);
      const [first] = (body as { data: { id: string; name: string }[] }).data;
      await limited.send('DELETE', `${base}/files/${first?.id}/${first?.name}`);
      const more = await Promise.all(Array.from({ length: 4 }, () => requestUpload(limited)));
      const empty: number[] = [];
      for (const ticket of more) empty.push(await uploadTo(ticket.body, 0));
      expect(empty).toEqual([204, 204, 413, 413]);
      await limited.close();
    });

    it('accept one upload per ticket', async () => {
      const limited = await startLimited();
      const { body } = await requestUpload(limited);
      expect(await uploadTo(body, 10)).toBe(204);
      expect(await uploadTo(body, 20_000)).toBe(403);
      await limited.close();
    });

    it('are deleted when they are expired or orphaned', async () => {
      const stored = async () =>
        (
          await service.database.pool.query<{ id: string }>('select id from messaging.files order by created')
        ).rows.map(({ id }) => id);
      const limited = await startLimited();
      expect(await uploadTo((await requestUpload(limited)).body, 10)).toBe(204);
      clock.now += 6 * 86_400_000;
      expect(await uploadTo((await requestUpload(limited)).body, 10)).toBe(204);
      const [expired, kept] = await stored();
      await service.database.pool.query(
        `insert into messaging.files (channel, id, name, size, type, created)
         values ('c', 'without-contents', 'x', 1, 'text/plain', now() - interval '1 day')`,
      );
      for (const [name, ageMs] of [
        ['without-metadata', 2 * 3_600_000],
        ['upload.part', 2 * 3_600_000],
        ['uploading-now', 0],
      ] as const) {
        writeFileSync(join(directory, name), 'x');
        const at = new Date(clock.now - ageMs);
        utimesSync(join(directory, name), at, at);
      }
      clock.now += 2 * 86_400_000 - 47 * 3_600_000;
      await limited.restart(); // the clean-up runs at the start and then hourly
      await until(async () => !(await stored()).includes('without-contents'));
      expect(await stored()).toContain(kept);
      clock.now += 47 * 3_600_000;
      const now = new Date(clock.now);
      utimesSync(join(directory, 'uploading-now'), now, now);
      await limited.restart();
      await until(async () => !(await stored()).includes(expired ?? ''));
      await until(() => !existsSync(join(directory, 'without-metadata')));
      await limited.close();
      expect(await stored()).toEqual([kept]);
      expect(new Set(readdirSync(directory))).toEqual(new Set([kept, 'uploading-now']));
    });
  });
});
