import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The build for production without what only makes it smaller: what is in it and what is not stays the same. What the
 * other build has compiled already is taken from there.
 */
const BUILD = `
  const { default: webpack } = await import('webpack');
  const { default: configure } = await import(process.cwd() + '/webpack.config.ts');
  const config = configure({}, { mode: 'production' });
  config.plugins = config.plugins.filter((one) => one.constructor.name !== 'CompressionPlugin');
  config.optimization = { ...config.optimization, minimize: false };
  config.cache = { ...config.cache, readonly: true };
  config.devtool = false;
  config.output = { ...config.output, path: process.env.OUT };
  webpack(config, (error, stats) => {
    if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exit(1); }
  });
`;

/** Runs it to its end; its faults are the test's. */
const run = (args: string[], env: Record<string, string>) =>
  execFileSync(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** All that the browser can be given of what was built. */
function scriptsIn(folder: string): string {
  const files = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  return files.map((name) => readFileSync(join(folder, 'assets', name), 'utf8')).join('\n');
}
/** Words that only the developer tools and the packages of the DevTools hold. */
const TOOLS = ['JUMP_TO_STATE', '@@redux-devtools', 'Developer menu', 'trellis.devtools'];

it('a build for production holds none of the developer tools, and the others do', () => {
  // The one that the stories are told on; nothing is built when nothing has changed.
  run(['scripts/build.mjs'], { DEPLOYMENT: 'staging' });
  const staging = scriptsIn('dist');
  expect(TOOLS.filter((word) => !staging.includes(word))).toEqual([]);

  const out = mkdtempSync(join(tmpdir(), 'trellis-build-'));
  try {
    run(['--input-type=module', '-e', BUILD], { NODE_ENV: 'production', DEPLOYMENT: 'production', OUT: out });
    const production = scriptsIn(out);
    expect(TOOLS.filter((word) => production.includes(word))).toEqual([]);
    expect(production).toContain('Notifications');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}, 120_000);
