import type PubNub from 'pubnub';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('files', () => {
  let service: TestService;
  let client: PubNub;
  /** Another one, without access control. */
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
    const ear = await subscribed(client, ['pictures']);
    const content = 'Line one\r\n\r\n--not-a-boundary ä\0';
    const { id, name } = await send('notes, ä.txt', content);
    await until(() => ear.files.length === 1);
    expect(ear.files[0]).toMatchObject({
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

  it('are announced with what goes for messages: meta, type, and whether to keep it', async () => {
    const ear = await subscribed(service.owner('ben'), ['sketches']);
    await client.sendFile({
      channel: 'sketches',
      file: { data: Buffer.from('x'), name: 'x.txt', mimeType: 'text/plain' },
      meta: { from: 'desk' },
      customMessageType: 'sketch',
      storeInHistory: false,
    });
    await until(() => ear.files.length === 1);
    expect(ear.files[0]).toMatchObject({ userMetadata: { from: 'desk' }, customMessageType: 'sketch' });
    expect((await client.fetchMessages({ channels: ['sketches'] })).channels).toEqual({});
    expect((await client.listFiles({ channel: 'sketches' })).data).toHaveLength(1);
  });

  it('are handed out so that nothing of them runs', async () => {
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
    'are refused as %s',
    async (type) => {
      expect((await uploadAs(type)).status).toBe(415);
      expect((await uploadAs('image/png')).status).toBe(204);
    },
  );
  /** As a browser does it, which knows the type of the file. */
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

  it('are refused above 5 MB', async () => {
    await expect(send('large.bin', 'x'.repeat(5 * 1024 * 1024 + 1))).rejects.toThrow();
  });

  it('come only by an address that was asked for', async () => {
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
    'have no name like %s',
    async (name) => {
      const stranger = `/v1/files/${keys.subscribeKey}/channels/pictures/generate-upload-url`;
      const other = await startedOpen();
      expect((await other.send('POST', stranger, JSON.stringify({ name }))).status).toBe(400);
    },
  );

  it('cannot be reached by a path', async () => {
    const other = await startedOpen();
    const path = `/v1/files/${keys.subscribeKey}/channels/pictures/files`;
    expect((await other.get(`${path}/${encodeURIComponent('../../x')}/y`)).status).toBe(404);
    expect((await other.get(`${path}/..%2f..%2fetc/passwd`)).status).toBe(404);
  });

  const startedOpen = async () => {
    open ??= await startService({}, service);
    return open;
  };
  it('need the right permission', async () => {
    const token = await client.grantToken({ ttl: 5, resources: { channels: { pictures: { read: true } } } });
    const base = `/v1/files/${keys.subscribeKey}/channels`;
    expect((await service.get(`${base}/pictures/files`, { auth: token })).status).toBe(200);
    expect((await service.get(`${base}/other/files`, { auth: token })).status).toBe(403);
    const ask = `${base}/pictures/generate-upload-url`;
    expect((await service.send('POST', ask, '{"name":"x"}', { auth: token })).status).toBe(403);
  });
});
