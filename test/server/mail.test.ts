import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { connectSmtp, type Mail, MailRejected, MailUnavailable, writeMailTo } from '#server/mail/index.ts';
import { readMail } from '#server/mail/mailFiles.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

const now = () => new Date('2026-11-21T12:00:00Z');
const from = 'Trellis <trellis@company.example>';
const createMail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'abcdefgh12345678',
  to: { name: 'Zoë "Z" <Ono>', address: 'zoe@demo.example' },
  subject: 'Łukasz wrote to you',
  text: 'Grüße\n',
  html: '<p>Grüße</p>',
  ...changes,
});

/** A real mail server in this process. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1');
      });
      stream.on('end', () => {
        const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from: sender, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // some tests close the connection early
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
const rejection = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

describe('mail by SMTP', () => {
  it('arrives complete, with the given Message-ID and as an automatic mail', async () => {
    const server = await startMailServer();
    const mail = await connectSmtp({ url: server.url, from, now });
    await mail.send(createMail());
    await mail.send(createMail());
    mail.stop();
    await server.stop();
    expect(server.received).toHaveLength(2);
    const [first, second] = server.received;
    expect(first).toMatchObject({ from: 'trellis@company.example', to: ['zoe@demo.example'] });
    const headers = first?.raw.split('\r\n\r\n')[0] ?? '';
    expect(headers).toContain('Message-ID: <abcdefgh12345678@company.example>');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toMatch(/Content-Type: multipart\/alternative/);
    expect(headers.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    // Mail programs show only one mail per Message-ID.
    expect(second?.raw).toContain('Message-ID: <abcdefgh12345678@company.example>');
  });

  it('signs in with the user and password from the URL', async () => {
    const seen: unknown[] = [];
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    const url = server.url.replace('smtp://', 'smtp://me%40company:p%3Ass%2F@');
    const mail = await connectSmtp({ url, from, now });
    await mail.send(createMail());
    mail.stop();
    await server.stop();
    expect(seen).toEqual([['me@company', 'p:ss/']]);
    expect(server.received).toHaveLength(1);
  });

  it('distinguishes permanent from temporary failures', async () => {
    const failureWith = async (options: SMTPServerOptions) => {
      const server = await startMailServer(options);
      const mail = await connectSmtp({ url: server.url, from, now });
      const failure = await mail.send(createMail()).catch((error: unknown) => error);
      mail.stop();
      await server.stop();
      return failure;
    };
    expect(
      await failureWith({ onRcptTo: (_address, _session, done) => done(rejection(550)) }),
    ).toBeInstanceOf(MailRejected);
    expect(await failureWith({ onRcptTo: (_address, _session, done) => done(rejection(451)) })).toMatchObject(
      {
        isUncertain: false,
      },
    );
    expect(
      await failureWith({ onMailFrom: (_address, _session, done) => done(rejection(550)) }),
    ).toMatchObject({
      isUncertain: false,
    });
    expect(
      await failureWith({
        onData(stream, { id }, done) {
          stream.resume();
          stream.on('end', () => {
            expect(id).toBeTruthy();
            done(rejection(452));
          });
        },
      }),
    ).toMatchObject({ isUncertain: false });
  });

  it('has an uncertain result if the mail server’s response is lost', async () => {
    let cut = () => {};
    const server = await startMailServer({
      onConnect(_session, done) {
        done();
      },
      onData(stream) {
        stream.resume();
        stream.on('end', () => cut());
      },
    });
    const connections = new Set<{ destroy(): void }>();
    const { createServer, connect } = await import('node:net');
    const target = Number(new URL(server.url).port);
    const wire = createServer((socket) => {
      const onward = connect(target, '127.0.0.1');
      connections.add(socket).add(onward);
      socket.on('error', () => {});
      onward.on('error', () => {});
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
    cut = () => {
      for (const connection of connections) connection.destroy();
    };
    const { port } = wire.address() as { port: number };
    const mail = await connectSmtp({ url: `smtp://127.0.0.1:${port}`, from, now });
    const failure = await mail.send(createMail()).catch((error: unknown) => error);
    mail.stop();
    await new Promise<void>((resolve) => wire.close(() => resolve()));
    await server.stop();
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(failure).toMatchObject({ isUncertain: true });
    const unreachable = await connectSmtp({ url: server.url, from, now });
    expect(await unreachable.send(createMail()).catch((error: unknown) => error)).toMatchObject({
      isUncertain: false,
    });
    unreachable.stop();
  });
});

describe('mail in files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'trellis-mail-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('writes one standard file for each mail, even after a retry', async () => {
    const mail = writeMailTo({ directory: join(directory, 'mail'), from, now });
    await mail.send(createMail());
    await mail.send(createMail());
    expect(readdirSync(join(directory, 'mail'))).toEqual(['abcdefgh12345678.eml']);
    expect(await readMail(join(directory, 'mail'), 'abcdefgh12345678')).toMatchObject({
      from,
      to: 'Zoë "Z" <Ono> <zoe@demo.example>',
      subject: 'Łukasz wrote to you',
      messageId: '<abcdefgh12345678@company.example>',
      text: expect.stringContaining('Grüße\n'),
      html: expect.stringContaining('<p>Grüße</p>'),
    });
  });
});

describe('/dev/mail', () => {
  let directory: string;
  let api: TestApi;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'trellis-dev-mail-'));
    api = await startApi({ mailDirectory: directory });
  }, 60_000);
  afterAll(async () => {
    await api.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const get = async (path: string) => {
    const { status, headers, body } = await api.call<Buffer>('GET', path);
    return { status, headers, text: body.toString() };
  };

  it('lists stored mail and shows both versions, escaped', async () => {
    expect((await get('/dev/mail')).text).toContain('No emails yet.');
    const mail = writeMailTo({ directory, from, now });
    await mail.send(createMail({ id: 'first00000000001', subject: 'The <first>' }));
    await mail.send(
      createMail({
        id: 'hostile000000001',
        to: { name: '<script>alert(1)</script>', address: 'x@demo.example' },
        subject: '</title><script>alert(2)</script>',
        text: '</pre><script>alert(3)</script>',
        html: '<script>alert(4)</script><p>HTML</p>',
      }),
    );
    writeFileSync(join(directory, 'notes.txt'), 'no mail');
    const list = await get('/dev/mail');
    expect(list.status).toBe(200);
    expect(list.text.match(/href="\/dev\/mail\/\w{16}"/g)).toHaveLength(2);
    expect(list.text).toContain('The &lt;first&gt;');
    const one = await get('/dev/mail/hostile000000001');
    for (const { text } of [list, one]) expect(text).not.toMatch(/<script/i);
    expect(one.text).toContain('&lt;script&gt;alert(3)&lt;/script&gt;');
    expect(one.text).toMatch(/<iframe sandbox="[^"]*" src="\/dev\/mail\/hostile000000001\/html"/);
    expect(one.text).not.toMatch(/allow-scripts|allow-same-origin/);
    expect(String(one.headers['content-security-policy'])).toContain("script-src 'self'");
  });

  it('allows no scripts, no origin and no requests in the HTML version', async () => {
    const { status, headers, text } = await get('/dev/mail/hostile000000001/html');
    expect(status).toBe(200);
    expect(text).toContain('<p>HTML</p>');
    const csp = String(headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toMatch(/sandbox (?!.*(allow-scripts|allow-same-origin))/);
    expect(csp).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('serves no other files', async () => {
    for (const id of ['notes.txt', '..%2F..%2Fsecrets', 'zzzzzzzzzzzzzzzz', '%00', 'a'.repeat(300)])
      for (const path of [`/dev/mail/${id}`, `/dev/mail/${id}/html`])
        expect([path, (await get(path)).status >= 400]).toEqual([path, true]);
  });
});

it('does not exist in other deployments, and is not in the API document', async () => {
  const api = await startApi({ deployment: 'staging' });
  for (const path of ['/dev/mail', '/dev/mail/style.css', '/dev/mail/abcdefgh12345678'])
    expect((await api.call('GET', path, { headers: { accept: 'text/html' } })).status).toBe(404);
  expect(JSON.stringify((await api.call('GET', '/api/openapi.json')).body)).not.toContain('/dev/mail');
  await api.close();
}, 60_000);
