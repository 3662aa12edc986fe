import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpack } from '#server/learning/packages/archive/unpack.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { renamed, withEntryCount, withHeader } from '#test/server/packages/hostileFiles.ts';
import { type Files, h5pOf, manifestOf, packageOf } from '#test/server/packages/packageFiles.ts';
import { printFigure } from './support.ts';

/** Every hostile archive is refused within 5 s, and with less than 200 MB of memory in a separate process. */
const MAX_MS = 5_000;
const MAX_MB = 200;
const MB = 1024 ** 2;
const CHECK = '--check';

interface Outcome {
  problem: string | null;
  ms: number;
  megabytes: number;
}

/**
 * The most memory that this process has used. `resourceUsage` would include the memory of the process that started it.
 */
const peakKilobytes = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

async function check(path: string): Promise<Outcome> {
  const storage = createDirectoryStorage(`${path}-stored`);
  const target = { storage, folder: 'packages/1/a/', fileName: 'a.zip' };
  const startedAt = performance.now();
  const problem = await unpack(path, target, new AbortController().signal).then(
    () => null,
    (error: Error) => (error.name === 'UploadProblem' ? error.message : `FAILED ${error.stack}`),
  );
  await storage.deleteAll(target.folder);
  return {
    problem,
    ms: Math.round(performance.now() - startedAt),
    megabytes: Math.round(peakKilobytes() / 1024),
  };
}

const withFiles = (files: Files) => packageOf('scorm12', files);
const withManifest = (manifest: string) => withFiles({ 'imsmanifest.xml': manifest });
const ARCHIVES: Record<string, () => Promise<Buffer>> = {
  'a path outside': async () =>
    renamed(await withFiles({ 'aa/bb/evil.html': 'x' }), 'aa/bb/evil', '../../evil'),
  'a link': async () =>
    withHeader(await withFiles({ 'page.css': 'x' }), 'page.css', (header) =>
      header.writeUInt32LE(0o120777 * 65_536, 38),
    ),
  '100,000 entries': async () => withEntryCount(await packageOf('scorm12'), 100_000),
  '5,000 entries with the same bytes': async () => withEntryCount(await packageOf('scorm12'), 5_000),
  'a bomb of 400 MB': () => withFiles({ 'bomb.bin': Buffer.alloc(400 * MB) }),
  'a bomb that claims to be small': async () =>
    withHeader(await withFiles({ 'bomb.bin': Buffer.alloc(400 * MB) }), 'bomb.bin', (header) =>
      header.writeUInt32LE(1_000, 24),
    ),
  'a page of 400 MB that claims to be small': async () =>
    withHeader(await withFiles({ 'bomb.html': Buffer.alloc(400 * MB) }), 'bomb.html', (header) =>
      header.writeUInt32LE(1_000, 24),
    ),
  'a manifest of 2 MB': () => withManifest(manifestOf('scorm12', { title: 'x'.repeat(2 * MB) })),
  'a manifest with 140,000 levels': () => withManifest(`${'<a>'.repeat(140_000)}${'</a>'.repeat(140_000)}`),
  'a manifest with 140,000 items': () =>
    withManifest(
      manifestOf('scorm12', { moreItems: `${'<item/>'.repeat(140_000)}<item identifierref="r"/>` }),
    ),
  'a manifest with nested entities': () =>
    withManifest(`<!DOCTYPE m [<!ENTITY a "${'a'.repeat(100_000)}">]>${manifestOf('scorm12')}`),
  'an H5P manifest with 500,000 levels': () =>
    h5pOf({ 'h5p.json': '['.repeat(500_000) + ']'.repeat(500_000) }),
  'H5P libraries that need each other': () =>
    h5pOf(
      {},
      { preloadedDependencies: Array(15_000).fill({ machineName: 'A', majorVersion: 1, minorVersion: 0 }) },
    ),
};

async function main() {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-hostile-'));
  const outcomes: (Outcome & { name: string })[] = [];
  try {
    for (const [name, create] of Object.entries(ARCHIVES)) {
      const path = join(directory, 'archive.zip');
      writeFileSync(path, await create());
      const output = execFileSync(process.execPath, [import.meta.filename, CHECK, path], {
        encoding: 'utf8',
      });
      const outcome = JSON.parse(output) as Outcome;
      outcomes.push({ name, ...outcome });
      process.stdout.write(`${name}: ${outcome.ms} ms, ${outcome.megabytes} MB, ${outcome.problem}\n`);
      const left = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      assert.deepEqual(
        left.map((file) => file.name),
        ['archive.zip'],
        name,
      );
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  const most = (of: (outcome: Outcome) => number) => Math.max(...outcomes.map(of));
  printFigure(
    `${outcomes.length} archives refused, slowest ${most(({ ms }) => ms)} ms, largest process ${most(({ megabytes }) => megabytes)} MB`,
  );
  for (const { name, problem, ms, megabytes } of outcomes) {
    assert.ok(problem !== null && !problem.startsWith('FAILED'), `${name}: ${problem}`);
    assert.ok(ms < MAX_MS, `${name}: ${ms} ms`);
    assert.ok(megabytes < MAX_MB, `${name}: ${megabytes} MB`);
  }
}

if (!existsSync('/proc/self/status')) process.stdout.write('SKIPPED Memory can be measured on Linux only\n');
else if (process.argv[2] === CHECK) process.stdout.write(JSON.stringify(await check(process.argv[3] ?? '')));
else await main();
