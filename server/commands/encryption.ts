import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { enableEncryption, replaceKey, UnknownDomain } from '#server/messagingConfig/index.ts';

/** `npm run encryption -- …` switches on chat encryption for an organisation, or replaces its key. */
const NEW_KEY = '--new-key';
const USAGE = `Turns on chat encryption for the organisation with an email domain. Use the settings of the server:
  npm run encryption -- company.example
Encrypts new messages with another key; older messages stay readable:
  npm run encryption -- company.example ${NEW_KEY}`;
/** Errors whose message says what to do. Any other error is a bug and is printed with its stack. */
const USER_ERRORS = new Set([
  'ConfigError',
  'DatabaseUnavailable',
  'DirectoryInUse',
  'UnknownDomain',
  'NotEncrypted',
]);

async function main([domain, option, ...rest]: string[]): Promise<void> {
  if (!domain || domain.startsWith('-') || (option ?? NEW_KEY) !== NEW_KEY || rest.length > 0)
    throw new UnknownDomain(USAGE);
  const run = option === NEW_KEY ? replaceKey : enableEncryption;
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what}…\n`),
  );
  try {
    await migrate(database.pool);
    process.stdout.write(`${await run(database.pool, domain.toLowerCase())}\n`);
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${USER_ERRORS.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
