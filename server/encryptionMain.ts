import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { encryptChatsOf, UnknownDomain } from './messagingConfig/index.ts';

/** `npm run encryption -- …`: has an organisation's chats encrypted from now on. */
const USAGE = `Name the organisation by a domain of its people's addresses, with the settings that the server is started with:
  npm run encryption -- company.example`;
/** These say what can be mended; anything else is a fault of ours and shown with its stack. */
const CLEAR = new Set(['ConfigError', 'DatabaseAway', 'DirectoryInUse', 'UnknownDomain']);

async function main([domain]: string[]): Promise<void> {
  if (!domain) throw new UnknownDomain(USAGE);
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what} …\n`),
  );
  try {
    await migrate(database.pool);
    process.stdout.write(`${await encryptChatsOf(database.pool, domain.toLowerCase())}\n`);
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${CLEAR.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
