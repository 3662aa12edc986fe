// `npm run dev`: restarts the server when its code changes, and reloads changed modules in the browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithParent } from './endWithParent.mjs';

process.chdir(join(import.meta.dirname, '..'));
const port = Number(process.env.PORT ?? 4000);
const devPort = Number(process.env.DEV_PORT ?? port + 100);
const env = { ...process.env, DEV_API: `http://127.0.0.1:${port}`, DEV_PORT: String(devPort) };

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    env,
  }),
  spawn(
    process.execPath,
    ['node_modules/webpack/bin/webpack.js', 'serve', '--mode', 'development', '--stats', 'errors-warnings'],
    {
      stdio: 'inherit',
      env,
    },
  ),
];
console.log(`Starting with hot reload at http://127.0.0.1:${devPort}`);

endWithParent();
let isEnding = false;
const end = (signal) => {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
for (const child of children)
  child.on('exit', (code) => {
    end('SIGTERM');
    process.exitCode ||= code ?? 0;
  });
