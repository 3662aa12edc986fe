import { enableCompileCache } from 'node:module';

enableCompileCache();
const { startServer } = await import('./start.ts');

/** Started by `npm start`: the one file that talks to the terminal and ends the process. */
let server: Awaited<ReturnType<typeof startServer>> | undefined;
let isEnding = false;
const end = () => {
  if (isEnding) return;
  isEnding = true;
  if (!server) process.exit(0); // still starting: what is half made is made again by the next start
  // Whatever hangs, the process does not: 2 s is what whoever stopped it waits.
  setTimeout(() => process.exit(1), 1_900).unref();
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('SIGINT', end);
process.on('SIGTERM', end);

try {
  server = await startServer(process.env, (what) => process.stdout.write(`Waiting for ${what} …\n`));
  process.stdout.write(`Trellis is ready at ${server.url}\n`);
  if (server.config.isDemo) process.stdout.write(`${demoLogins()}\n`);
} catch (error) {
  process.stderr.write(`${inOneLine(error)}\n`);
  process.exit(1);
}

function demoLogins(): string {
  return [
    'Sign in with the password trellis-demo as one of',
    '  learner@demo.example   a program in progress',
    '  new@demo.example       no profile and no readiness score yet',
    '  manager@demo.example   manages both',
    '  admin@demo.example     administers the organisation',
    '  admin@other.example    another organisation',
  ].join('\n');
}

/** What whoever starts it can mend, without a stack: that is in the log. */
function inOneLine(error: unknown): string {
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use${address ? ` at ${address}` : ''}. Stop what uses it, or set PORT (and MESSAGING_PORT) to other ones.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used. Set PORT to one above 1023.`;
  return message;
}
