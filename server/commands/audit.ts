import { verifyAuditLogs } from '#server/administration/audit/index.ts';
import { plural } from '#server/formats.ts';
import { loadSecrets } from '#server/secrets.ts';
import { withMigratedDatabase } from './support.ts';

/** Checks the audit logs of all organisations. It ends with an error if a log was manipulated. */
export const run = () =>
  withMigratedDatabase(async ({ pool }, { dataDir }) => {
    const { refreshKey } = await loadSecrets(dataDir);
    const logs = await verifyAuditLogs(pool, Buffer.from(refreshKey, 'base64url'));
    for (const { organisation, entries, fault } of logs) {
      const checked = `${entries} ${plural(entries, 'entry', 'entries')}`;
      const result = fault ? `NOT INTACT at entry ${fault.seq}: ${fault.reason}` : `intact, ${checked}`;
      process.stdout.write(`${organisation}: ${result}\n`);
    }
    if (logs.some(({ fault }) => fault)) process.exitCode = 1;
  });
