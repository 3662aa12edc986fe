import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The build without what only makes it smaller: what is in it and what is not stays the same. */
const BUILD = `
  const { default: webpack } = await import('webpack');
  const { default: configure } = await import(process.cwd() + '/webpack.config.ts');
  const config = configure({}, { mode: 'production' });
  config.plugins = config.plugins.filter((one) => one.constructor.name !== 'CompressionPlugin');
  config.optimization = { ...config.optimization, minimize: false };
  config.cache = false;
  config.devtool = false;
  config.output = { ...config.output, path: process.env.OUT };
  webpack(config, (error, stats) => {
    if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exit(1); }
  });
`;

/** All that the browser can be given of a build for this deployment. */
function builtFor(deployment: string): string {
  const out = mkdtempSync(join(tmpdir(), 'trellis-build-'));
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', BUILD], {
      env: { ...process.env, NODE_ENV: 'production', DEPLOYMENT: deployment, OUT: out },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const files = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.js'));
    return files.map((name) => readFileSync(join(out, 'assets', name), 'utf8')).join('\n');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
/** Words that only the developer tools and the packages of the DevTools hold. */
const TOOLS = [
  'JUMP_TO_STATE',
  '@@redux-devtools',

  'Developer menu',
  'trellis.devtools',
];

it('a build for production holds none of the developer tools, and the others do', () => {
  const production = builtFor('production');
  expect(TOOLS.filter((word) => production.includes(word))).toEqual([]);
  const staging = builtFor('staging');
  expect(TOOLS.filter((word) => !staging.includes(word))).toEqual([]);
}, 120_000);
