// `npm run test:hard`: the reliability targets at full size, each with its figure. The last line is `N passed, M failed`.
// Arguments select targets: `npm run test:hard -- T3 T7`. SOAK_MINUTES=60 makes the soak (T15) longer.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTestChromium } from './chromium.ts';

process.chdir(join(import.meta.dirname, '..'));
const RESULTS = '.cache/test/hard';
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const bin = (path) => join('node_modules', path);
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  bin('jest/bin/jest.js'),
  '-c',
  'test/jest.config.ts',
];
const jest = (files, env = {}, title = '') => ({
  args: [
    ...JEST,
    '--runInBand',
    '--verbose',
    ...(title ? ['-t', title] : []),
    '--runTestsByPath',
    ...files.map((file) => `test/${file}`),
  ],
  env,
});
const story = (file, env = {}, title = '') => ({
  args: [
    bin('@playwright/test/cli.js'),
    'test',
    '-c',
    'test/journeys/playwright.config.ts',
    file,
    ...(title ? ['-g', title] : []),
  ],
  env,
  needsBrowser: true,
});
const script = (file) => ({ args: [`test/hard/${file}`] });

/**
 * `figure` finds the measured line in the output. Without it, the figure is the number of passed tests, which assert
 * the target. Sorted by target. Parts with `runsAlone` measure time or rates, or build the application again, and run
 * after the others. Those with `waits` wait most of the time: they run one after the other, beside the rest, which run
 * two at a time, at most one of them with a browser.
 */
const PARTS = [
  {
    id: 'T1',
    target: '20 kills of the service while two people write: nothing lost or doubled, same order',
    ...jest(['sagas/killedConnections.test.ts'], {
      NODE_ENV: 'production',
      KILL_ROUNDS: '20',
      KILL_MESSAGES: '100',
    }),
    figure: /✓ (both clients .*)/,
  },
  {
    id: 'T1b',
    target: 'two browsers and a service that crashes repeatedly: same messages, same order',
    ...story('outages.spec', { HARD: 'yes' }, 'crashes repeatedly'),
  },
  {
    id: 'T2',
    waits: true,
    target: 'outage of 200 s: everyone is back within 15 s without a gap',
    ...story('outages.spec', { OUTAGE_SECONDS: '200' }, 'after an outage'),
    figure: /(outage of .*)/,
  },
  {
    id: 'T3',
    target: '1,000 sends with lost responses: exactly 1,000 rows',
    ...jest(['sagas/lostAnswers.test.ts'], { LOST_ANSWERS: '1000' }),
    figure: /✓ (.* messages with lost responses .*)/,
  },
  {
    id: 'T4',
    target: 'messages written offline in a closed tab: sent once, in order',
    ...story('outages.spec', {}, 'written offline'),
  },
  {
    id: 'T5',
    waits: true,
    target: '50 rounds of 3 tabs with 50 calls at expiry: one refresh each',
    ...story('refresh.spec', { REFRESH_ROUNDS: '50' }),
    figure: /(3 tabs with 50 calls .*)/,
  },
  {
    id: 'T5b',
    waits: true,
    target: '10 tabs: one poll, no message lost when the leader closes',
    ...story('tabs.spec', { BROWSER_TABS: '10' }, '10 tabs'),
  },
  {
    id: 'T6',
    target: '100 kills of the server while writing: 0 lost',
    ...jest(['hard/crash.test.ts'], { HARD: 'yes', CRASH_KILLS: '100' }),
    figure: /✓ (keeps everything .*)/,
  },
  {
    id: 'T6b',
    target: '100 kills of the messaging service, 100,000 messages: 0 lost',
    ...jest(['server/messaging/durability.test.ts'], {
      MESSAGING_KILLS: '100',
      MESSAGING_KILL_MESSAGES: '100000',
    }),
  },
  {
    id: 'T7',
    target: '20 kills of PostgreSQL, 100,000 messages: 0 lost',
    ...script('postgresKills.ts'),
  },
  {
    id: 'T8',
    target: 'malformed input to every operation: no 5xx, no hang',
    ...jest(['server/badInput.test.ts', 'server/messaging/abuse.test.ts']),
  },
  {
    id: 'T8b',
    target: '100,000 generated requests: the fast path and Node agree',
    ...jest(['server/messaging/fastPath.test.ts'], { MESSAGING_FUZZ_CASES: '100000' }),
  },
  {
    id: 'T9',
    target: 'every operation by every role and by strangers: no data of other organisations',
    ...jest(['server/tenancy/calls.test.ts', 'server/programs/access.test.ts']),
  },
  {
    id: 'T10',
    target: 'row level security on every table of an organisation',
    ...jest(['server/tenancy/tables.test.ts', 'server/tenancy/transactions.test.ts']),
  },
  {
    id: 'T11',
    target: 'hostile markup and links: nothing runs',
    ...jest(['src/notifications/RichText.test.tsx', 'src/ui/linkify.test.tsx']),
  },
  {
    id: 'T12',
    target: 'hostile redirect targets: none leaves the application',
    ...jest(['store/safePath.test.ts']),
  },
  {
    id: 'T13',
    runsAlone: true,
    target:
      '1,000 subscribers, 50 messages/s, 5 min: p50 < 15 ms, p99 < 300 ms, broadcast p99 < 700 ms, 0 lost',
    ...script('messagingLoad.ts'),
  },
  {
    id: 'T14',
    runsAlone: true,
    target: '200 requests/s mixed: p99 < 100 ms, 0 errors; a noisy user slows others < 2×',
    ...script('apiLoad.ts'),
  },
  {
    id: 'T15',
    waits: true,
    target: 'soak: memory < 1 MiB/10 min, heap ≤ 1.10×, handles flat',
    ...script('soak.ts'),
  },
  {
    id: 'T16',
    runsAlone: true,
    target: 'backup of 100,000 messages while writing: equal, stall < 100 ms, restored within 60 s',
    ...script('backup.ts'),
  },
  {
    id: 'T17',
    target: 'secrets and people’s texts: 0 in the bundle, logs, output and errors',
    ...jest(['hard/secrets.test.ts'], { HARD: 'yes' }),
  },
  {
    id: 'T17b',
    target: 'secrets and people’s texts: 0 in error and performance reports',
    ...story('reporting.spec', { HARD: 'yes' }, 'no names or user content'),
  },
  {
    id: 'T18',
    target: 'survey results: 0 groups below the smallest size in combinations of shown figures',
    ...jest(
      ['server/surveys/protection.test.ts'],
      { SURVEY_ORGANISATIONS: '20000' },
      'never reveals the answers',
    ),
    figure: /✓ (never reveals .*)/,
  },
  {
    id: 'T18b',
    target: 'anonymous surveys: no author found better than chance, 200 people, 50 surveys',
    ...jest(['hard/anonymity.test.ts'], { HARD: 'yes' }),
    figure: /✓ (identifies authors .*)/,
  },
  {
    id: 'T18c',
    target: 'insights: every figure equals the count of another implementation, in 1,000 random programs',
    ...jest(['server/insights/figures.test.ts'], { INSIGHT_PROGRAMS: '1000' }),
  },
  {
    id: 'T18d',
    target:
      'moods in insights: 0 groups below the smallest size in 500 organisations with overlapping programs',
    ...jest(['server/insights/protectedMoods.test.ts'], { MOOD_RUNS: '500' }),
    figure: /✓ (does not reveal .*)/,
  },
  {
    id: 'T19',
    target:
      'an erased person leaves no trace in tables, files, logs and messages; the export holds everything',
    ...jest(['server/personalData/personalData.test.ts'], { HARD: 'yes' }),
  },
  {
    id: 'T20',
    target: 'sign-out, revocation and lost roles take effect immediately',
    ...jest(['server/messagingConfig.test.ts', 'server/session.test.ts']),
  },
  {
    id: 'T21',
    target: 'a crash of one saga leaves the others running',
    ...jest(['sagas/supervise.test.ts']),
  },
  {
    id: 'progress',
    target: 'progress is correct after 100 random histories of learners, coaches and authors',
    ...jest(['server/programs/progress.test.ts'], { PROGRESS_RUNS: '100' }),
  },
  { id: 'T22', target: 'route guards end after at most 2 redirects', ...jest(['store/guard.test.ts']) },
  {
    id: 'clean-up',
    runsAlone: true,
    target: 'deleting 1,000,000 old rows: no timeout, no one waits',
    ...jest(['hard/cleanUp.test.ts', 'hard/messagingCleanUp.test.ts'], {
      HARD: 'yes',
      OLD_ROWS: '1000000',
      MESSAGING_OLD_ROWS: '1000000',
    }),
  },
  { id: 'types', target: 'the compiler finds no error that the linter misses', ...script('types.ts') },
  {
    id: 'databases',
    target: 'rules hold under concurrent requests on both databases',
    ...jest(
      [
        'server/access/concurrency.test.ts',
        'server/coaching/coaching.test.ts',
        'server/db/concurrency.test.ts',
        'server/peopleAdmin/bulk.test.ts',
        'server/peopleAdmin/departments.test.ts',
        'server/peopleAdmin/import.test.ts',
        'server/peopleAdmin/settings.test.ts',
        'server/programs/authoring.test.ts',
        'server/programs/setup.test.ts',
        'server/setup.test.ts',
        'server/surveys/surveys.test.ts',
      ],
      { HARD: 'yes' },
    ),
  },
  {
    id: 'screens',
    target: 'all screens in light and dark at 1280 and 390 px: accessible, no control covered in 5 windows',
    ...story('accessibility.spec', { APPEARANCES: 'all' }),
  },
  {
    id: 'long-lists',
    target: '2,000 direct reports and many notifications: only rows near the viewport are laid out',
    ...story('(growth|bell).spec', { HARD: 'yes' }, 'lays out only the rows|scrolls back to the first'),
  },
  {
    id: 'embedded',
    target: 'all server tests pass on the embedded database',
    args: [...JEST, 'test/server/'],
    env: { TEST_DATABASE: 'embedded' },
  },
  {
    id: 'postgres',
    target: 'the main story works with PostgreSQL',
    ...story('postgres.spec', { HARD: 'yes' }),
  },
  {
    id: 'first-day',
    target: 'an organisation is set up and used by mouse at 1280 px with PostgreSQL',
    ...story('firstDay.spec', { HARD: 'yes' }, 'PostgreSQL'),
  },
  {
    id: 'archives',
    target: '13 hostile archives: each refused within 5 s and 200 MB, nothing left on disk',
    ...script('hostileArchives.ts'),
  },
  {
    id: 'backup',
    target: 'a copy of the embedded databases, made while the server runs, restores everything',
    ...script('embeddedBackup.ts'),
  },
  {
    id: 'release',
    runsAlone: true,
    target:
      'the archive runs read-only with Node and PostgreSQL alone, and is replaced without a failed call',
    ...script('release.ts'),
  },
  {
    id: 'release-upgrade',
    runsAlone: true,
    target:
      'an older archive is replaced while people work: 0 failed calls, nothing acknowledged lost, a backup restores every row',
    ...script('upgrade.ts'),
  },
  {
    id: 'processes',
    runsAlone: true,
    target:
      '3 messaging and 3 API processes and NATS, killed in turn for 10 minutes: nothing acknowledged lost, doubled or out of order',
    ...script('processes.ts'),
  },
  {
    id: 'messaging-shared',
    target: 'all messaging tests pass with the log that several processes share',
    args: [...JEST, 'test/server/messaging/'],
    env: { MESSAGING_SHARED: 'yes' },
  },
  {
    id: 'upgrade',
    target: 'roles and rights of databases of an older version move to the new names',
    ...jest(['hard/roleNames.test.ts'], { HARD: 'yes' }),
  },
  {
    id: 'clients',
    target: 'the PubNub SDK in versions 4 and 7 works with the messaging service',
    ...jest(['hard/olderClients.test.ts'], { HARD: 'yes' }),
  },
];
function run({ id, args, env = {} }, browser) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A variable of the caller takes precedence, for a smaller run.
    env: { NODE_ENV: 'test', ...browser, ...env, ...process.env, FORCE_COLOR: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      writeFileSync(join(RESULTS, `${id}.log`), output);
      resolve({ code, output });
    });
  });
}

/** Jest prints `Tests: 3 passed, 3 total`, Playwright `3 passed (12.0s)`. */
const testsPassed = (output) =>
  `${/Tests:.*?(\d+) passed/.exec(output)?.[1] ?? /(\d+) passed/.exec(output)?.[1] ?? 0} tests passed`;

const chosen = process.argv.slice(2);
const parts = PARTS.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
const prepared = await run({
  id: 'build',
  args: ['scripts/build.mjs'],
});
if (prepared.code !== 0) throw new Error(`The web application could not be built. See ${RESULTS}/build.log.`);
const { prepareData } = await import('../test/journeys/support/prepareData.ts');
await prepareData();
const chromium = parts.some(({ needsBrowser }) => needsBrowser) ? await findTestChromium() : null;
const browser = chromium && { ...chromium.env, CHROMIUM_PATH: chromium.path, IS_PREPARED: 'yes' };

const totals = { passed: 0, failed: 0, skipped: 0 };
async function report(part) {
  const startedAt = performance.now();
  const { code, output } = await run(part, part.needsBrowser ? browser : {});
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const skipped = /^SKIPPED (.*)/m.exec(output)?.[1];
  const figure =
    skipped ?? /^FIGURE (.*)/m.exec(output)?.[1] ?? part.figure?.exec(output)?.[1] ?? testsPassed(output);
  const outcome = code !== 0 ? 'failed' : skipped ? 'skipped' : 'passed';
  totals[outcome]++;
  console.log(
    `${outcome.padEnd(7)} ${part.id.padEnd(5)} ${part.target}\n              ${figure} (${seconds} s)`,
  );
  if (code !== 0) console.log(`              See ${join(RESULTS, `${part.id}.log`)}.`);
}
const waiting = parts.filter(({ waits }) => waits);
const shared = parts.filter(({ runsAlone, waits }) => !runsAlone && !waits);
const withBrowser = shared.filter(({ needsBrowser }) => needsBrowser);
const withoutBrowser = shared.filter(({ needsBrowser }) => !needsBrowser);
const next = (queues) => queues.find(({ length }) => length > 0)?.shift();
async function reportAll(...queues) {
  for (let part = next(queues); part; part = next(queues)) await report(part);
}
await Promise.all([reportAll(waiting), reportAll(withBrowser, withoutBrowser), reportAll(withoutBrowser)]);
for (const part of parts.filter(({ runsAlone }) => runsAlone)) await report(part);
if (totals.skipped) console.log(`${totals.skipped} skipped`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
