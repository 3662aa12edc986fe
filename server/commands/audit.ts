import { verifyAuditLogs } from '#server/administration/audit/index.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { plural } from '#server/formats.ts';
import { loadSecrets } from '#server/secrets.ts';

/**
 * `npm run audit:verify` checks the audit logs of all organisations. It exits with an error if a log was manipulated.
 */
const USER_ERRORS = new Set(['ConfigError', 'DatabaseUnavailable', 'DirectoryInUse']);

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const { refreshKey } = await loadSecrets(dataDir);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what}…\n`),
  );
  try {
    await migrate(database.pool);
    const logs = await verifyAuditLogs(database.pool, Buffer.from(refreshKey, 'base64url'));
    for (const { organisation, entries, fault } of logs) {
      const checked = `${entries} ${plural(entries, 'entry', 'entries')}`;
      const result = fault ? `NOT INTACT at entry ${fault.seq}: ${fault.reason}` : `intact, ${checked}`;
      process.stdout.write(`${organisation}: ${result}\n`);
    }
    if (logs.some(({ fault }) => fault)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${USER_ERRORS.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
