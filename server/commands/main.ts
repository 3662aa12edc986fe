import { CommandError } from './support.ts';

interface Command {
  summary: string;
  run(args: string[]): Promise<void>;
}

/** Each command loads its code when it runs, and uses the settings of the server unless it says otherwise. */
const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'runs the server',
    run: async () => void (await import('#server/main.ts')),
  },
  messaging: {
    summary: 'runs the messaging service alone',
    run: async () => void (await import('#server/messagingMain.ts')),
  },
  doctor: {
    summary: 'checks settings, database, mail, messaging, certificates and disk, and says what to do',
    run: async (args) => (await import('#server/commands/doctor/doctor.ts')).run(args),
  },
  migrate: {
    summary: 'updates the database for this version',
    run: async () => (await import('./migrate.ts')).run(),
  },
  backup: {
    summary: 'copies the data of a server with the embedded database, which may be running',
    run: async (args) => (await import('./backup.ts')).run(args),
  },
  restore: {
    summary: 'restores such a copy into an empty data directory',
    run: async (args) => (await import('./restore.ts')).run(args),
  },
  organisation: {
    summary: 'creates an organisation and its first administrator',
    run: async (args) => (await import('./organisation.ts')).run(args),
  },
  encryption: {
    summary: 'encrypts an organisation’s chats from then on; with --new-key, uses another key',
    run: async (args) => (await import('./encryption.ts')).run(args),
  },
  'keys:rotate': {
    summary: 'takes the next step of replacing the key that signs sign-in tokens',
    run: async () => (await import('./rotateKeys.ts')).run(),
  },
  'audit:verify': {
    summary: 'checks that no entry of the audit logs was changed or removed',
    run: async () => (await import('./audit.ts')).run(),
  },
  'survey:audit': {
    summary: 'tries to find the authors of responses in anonymous surveys',
    run: async () => (await import('./surveys.ts')).run(),
  },
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const HELP = [
  'Usage: trellis COMMAND',
  ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
  'The settings are environment variables, see docs/operating.md.',
].join('\n');

/** Errors whose message says what to do. Any other error is a bug and is printed with its stack. */
const USER_ERRORS = new Set([
  'CommandError',
  'ConfigError',
  'DatabaseUnavailable',
  'DirectoryInUse',
  'NotEncrypted',
  'OrganisationError',
  'SecretsError',
  'UnknownDomain',
  'UnsafeDatabase',
]);

/** Runs the command that the first argument names. */
export async function main([name = 'help', ...args]: string[]): Promise<void> {
  if (name === 'help' || name === '--help') {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new CommandError(`There is no command '${name}'.\n${HELP}`);
    await command.run(args);
  } catch (error) {
    const { name, message, stack } = error as Error;
    process.stderr.write(`${USER_ERRORS.has(name) ? message : (stack ?? String(error))}\n`);
    process.exitCode = 1;
  }
}
