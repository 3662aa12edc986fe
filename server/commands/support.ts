import { type Config, readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';

/** The command cannot run as it was called. The message says how to call it. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** How a user calls a command: through npm in a checkout, directly in a release. */
export const callOf = (command: string) =>
  process.env.npm_lifecycle_event ? `npm run ${command} --` : `bin/trellis ${command}`;

const locationOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` };

/** Opens the database that the settings name, and closes it after the work. */
export async function withDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(locationOf(config), (what) =>
    process.stderr.write(`Waiting for ${what}…\n`),
  );
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}

/** The same with a database of this version. */
export const withMigratedDatabase = (work: (database: OpenDatabase, config: Config) => Promise<void>) =>
  withDatabase(async (database, config) => {
    await migrate(database.pool);
    await work(database, config);
  });
