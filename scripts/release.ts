// `npm run release`: an archive that runs with Node 24 and without npm, even from a read-only directory.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeComponents, describeLicence } from './licences.ts';

process.chdir(join(import.meta.dirname, '..'));

interface Package {
  name: string;
  version: string;
  type: string;
  imports: Record<string, string>;
  dependencies: Record<string, string>;
}
const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;

const OUT = 'release';
const { version, imports, dependencies } = readPackage('.');
const name = `trellis-${version}-${process.platform}-${process.arch}`;
const folder = join(OUT, name);
/** The files that the server reads from the checkout. */
const SOURCES = ['bin', 'contract', 'server'];
/** The documentation for people who run it. */
const DOCS = ['operating.md', 'personal-data.md'];

/** Runs a program, and ends with its output if it fails. Returns its standard output. */
function run(program: string, args: string[], { cwd = '.', env = {} } = {}) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed. ${error?.message ?? stdout.slice(-2_000)}`);
}

/** The packages that the server imports. All other packages are part of the built client. */
function serverDependencies(): Record<string, string> {
  const files = SOURCES.flatMap((source) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(source, file), 'utf8')),
  ).join('\n');
  const isImported = (dependency: string) => {
    const quoted = dependency.replace(/[/.]/g, '\\$&');
    return new RegExp(`(?:from|import\\(|resolve\\() ?'${quoted}[/']`).test(files);
  };
  return Object.fromEntries(Object.entries(dependencies).filter(([dependency]) => isImported(dependency)));
}

/** Builds the client without developer tools. */
function buildClient() {
  const args = ['node_modules/webpack/bin/webpack.js', '--mode', 'production', '--stats', 'errors-only'];
  const env = {
    NODE_ENV: 'production',
    DEPLOYMENT: 'production',
    DEVELOPER_TOOLS: '',
    TRELLIS_BUILD: version,
  };
  run(process.execPath, [...args, '--output-path', join(process.cwd(), folder, 'dist')], { env });
}

/** Installs the packages of the server in the versions of the lock file. */
function installPackages() {
  cpSync('package-lock.json', join(folder, 'package-lock.json'));
  const manifest = { name: 'trellis', version, private: true, type: 'module', imports };
  const write = (content: object) =>
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  write({ ...manifest, dependencies: serverDependencies() });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--prefer-offline'];
  run('npm', ['install', '--omit=dev', ...quiet], { cwd: folder, env: { NODE_ENV: 'production' } });
}

/** Lists the packages of server and client, for security scanners (CycloneDX), and their licences with the texts. */
function writeLicences() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean }>;
  };
  const installed = Object.keys(packages).filter((path) => path !== '' && existsSync(path));
  // npm reads the lock file, because it lists packages without a version if it may not open all of their files at once.
  const list = run('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only']);
  const refs = installed.map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version}`);
  writeFileSync(join(folder, 'sbom.cdx.json'), describeComponents(list, new Set(refs)));
  const paths = installed.filter((path) => !packages[path]?.dev && !packages[path]?.devOptional);
  const entries = paths.map(describeLicence);
  writeFileSync(join(folder, 'licences.txt'), [...new Set(entries)].join(`\n${'-'.repeat(80)}\n`));
}

const startedAt = Date.now();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
console.log('Building the web application…');
buildClient();
for (const source of SOURCES)
  cpSync(source, join(folder, source), {
    recursive: true,
    filter: (file) => !file.endsWith('tsconfig.json'),
  });
for (const file of DOCS) cpSync(join('docs', file), join(folder, 'docs', file));
cpSync('deploy', join(folder, 'deploy'), { recursive: true });
chmodSync(join(folder, 'bin/trellis'), 0o755);
console.log('Installing the packages of the server…');
installPackages();
writeLicences();
const archive = `${name}.tar.gz`;
run('tar', ['-czf', archive, name], { cwd: OUT });
console.log(`${OUT}/${archive} is ready after ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`);
