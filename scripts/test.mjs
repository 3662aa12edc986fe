// `npm test`: unit and server tests, then the stories in a real browser; types, lint and structure in parallel.
// The last line is `N passed, M failed`. Arguments after `npm test --` select tests by file name.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { findTestChromium } from './chromium.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

process.chdir(join(import.meta.dirname, '..'));
const RESULTS = '.cache/test';
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
// Node caches the compiled modules of the servers that stories start.
process.env.NODE_COMPILE_CACHE = join(process.cwd(), '.cache/compile');
const temporary = createTemporaryFolder();
if (temporary) {
  process.env.TMPDIR = temporary.path;
  process.on('exit', temporary.remove);
}

const chosen = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };
const notes = [];

/** Runs a program from node_modules. Returns its exit code and, unless it writes to the terminal itself, its output. */
function run(
  program,
  args,
  { hasTerminal = false, env = {}, priority = constants.priority.PRIORITY_NORMAL } = {},
) {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', hasTerminal ? 'inherit' : 'pipe', hasTerminal ? 'inherit' : 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
  });
  if (child.pid && priority !== constants.priority.PRIORITY_NORMAL) setPriority(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ program, code: 1, output: String(error) }));
    child.on('exit', (code) => resolve({ program, code: code ?? 1, output }));
  });
}

const check = async (name, ...args) => {
  const { code, output } = await run(name, args, {
    priority: constants.priority.PRIORITY_LOW,
    // The type checker is a Go program. With more memory before each collection it needs 97 instead of 114 s of processor time.
    env: { GOGC: '400' },
  });
  totals[code === 0 ? 'passed' : 'failed']++;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) console.log(output);
};

const bin = (path) => join('node_modules', path);

/** These checks run at low priority in parallel with the tests. */
async function staticChecks() {
  await Promise.all([
    check(
      'types and lint: oxlint',
      bin('oxlint/bin/oxlint'),
      '--type-aware',
      '--type-check',
      '--deny-warnings',
    ),
    check('format and lint: biome', bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'),
  ]);
  await Promise.all([
    check(
      'structure: dependency-cruiser',
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      'scripts/dependency-cruiser.cjs',
      'contract',
      'store',
      'sagas',
      'src',
      'server',
      'test',
      'bench',
    ),
    check('dead code: knip', bin('knip/bin/knip.js'), '--config', 'scripts/knip.json', '--no-progress'),
  ]);
}

/** Builds the web application and prepares the data of a first start, for the stories and some server tests. */
async function prepare() {
  const { code } = await run('build', ['scripts/build.mjs'], { hasTerminal: true });
  if (code !== 0) throw new Error('the web application could not be built');
  const { prepareData } = await import('../test/journeys/support/prepareData.ts');
  await prepareData();
}

async function unitTests() {
  const file = join(RESULTS, 'jest.json');
  const { code } = await run(
    'jest',
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      bin('jest/bin/jest.js'),
      '-c',
      'test/jest.config.ts',
      '--json',
      `--outputFile=${file}`,
      '--silent=false',
      '--passWithNoTests',
      ...chosen,
    ],
    { hasTerminal: true },
  );
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    totals.passed += result.numPassedTests;
    totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    totals.skipped += result.numPendingTests;
    if (code !== 0 && result.success) throw new Error(`jest ended with ${code}`);
  } catch (error) {
    totals.failed++;
    notes.push(`unit tests: ${error.message}`);
  }
}

async function stories() {
  const file = join(RESULTS, 'journeys.json');
  try {
    const { path, env } = await findTestChromium();
    await run(
      'playwright',
      [
        bin('@playwright/test/cli.js'),
        'test',
        '-c',
        'test/journeys/playwright.config.ts',
        '--pass-with-no-tests',
        ...chosen,
      ],
      {
        hasTerminal: true,
        env: { ...env, CHROMIUM_PATH: path, IS_PREPARED: 'yes', PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    );
    const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
    totals.passed += stats.expected;
    totals.failed += stats.unexpected + stats.flaky + errors.length;
    totals.skipped += stats.skipped;
    if (stats.flaky) notes.push(`${stats.flaky} flaky stories count as failed`);
  } catch (error) {
    totals.failed++;
    notes.push(`stories: ${error.message}`);
  }
}

const startedAt = Date.now();
const { findPostgres } = await import('../test/journeys/support/postgres.ts');
if (!findPostgres()) notes.push('PostgreSQL is not installed: the tests on PostgreSQL were skipped');
const checked = chosen.length === 0 ? staticChecks() : null;
const prepared = await prepare().then(
  () => true,
  (error) => {
    totals.failed++;
    notes.push(`stories: ${error.message}`);
    return false;
  },
);
await unitTests();
if (prepared) await stories();
await checked;
if (totals.passed + totals.failed === 0) {
  totals.failed++;
  notes.push(`No test file has a name that matches ${chosen.join(' ')}`);
}
for (const note of notes) console.log(note);
const took = ((Date.now() - startedAt) / 1000).toFixed(0);
console.log(`npm test took ${took} s${totals.skipped ? `; ${totals.skipped} skipped` : ''}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
