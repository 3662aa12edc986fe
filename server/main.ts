import { enableCompileCache } from 'node:module';

enableCompileCache();
const { startServer } = await import('./start.ts');

/** Started by `npm start`. Only this file writes to the terminal and ends the process. */
let server: Awaited<ReturnType<typeof startServer>> | undefined;
/** Requests in flight get 20 s, and the other parts a few seconds more. */
const END_WITHIN_MS = 30_000;
let isEnding = false;
const end = () => {
  if (isEnding) process.exit(1); // a second signal ends the process immediately
  isEnding = true;
  if (!server) process.exit(0); // the server is still starting; the next start completes unfinished work
  // Ends the process even if something hangs.
  setTimeout(() => process.exit(1), server.config.shutdownDelaySeconds * 1_000 + END_WITHIN_MS).unref();
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('SIGINT', end);
process.on('SIGTERM', end);

try {
  server = await startServer(process.env, (what) => process.stdout.write(`Waiting for ${what}…\n`));
  process.stdout.write(`Trellis is ready at ${server.url}\n`);
  if (server.config.isExposed)
    process.stdout.write(
      'Warning: other machines can reach this local deployment. Anyone who can reach it can sign in to the demo accounts and read all mail at /dev/mail.\n',
    );
  if (server.setupAddress)
    process.stdout.write(
      `There is no organisation yet. Create it and its first administrator at this address, which works once and for 24 hours:\n  ${server.setupAddress}\n`,
    );
  if (server.config.isDemo) process.stdout.write(`${demoLogins()}\n`);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

function demoLogins(): string {
  return [
    'Demo accounts, all with the password trellis-demo:',
    '  learner@demo.example   learner with a program in progress',
    '  new@demo.example       new learner without profile and readiness score',
    '  manager@demo.example   manager of both',
    '  admin@demo.example     administrator',
    '  admin@other.example    administrator of another organisation',
  ].join('\n');
}

/** Only the message is printed. The log has the stack. */
function describeFailure(error: unknown): string {
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use${address ? ` at ${address}` : ''}. Stop the process that uses it, or set PORT (and MESSAGING_PORT and PACKAGES_PORT) to other ports.`;
  if (code === 'EACCES' && port !== undefined)
    return `No permission to use port ${port}. Set PORT to a port above 1023.`;
  return message;
}
