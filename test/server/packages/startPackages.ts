import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackageServer, createPackageAddresses } from '#server/learning/packages/index.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { createLog } from '#server/log.ts';
import { startApi } from '#test/support/api.ts';

/** An API with jobs and an organisation, and the server of its uploaded files. Both use one directory. */
export async function startPackages() {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-packages-'));
  const api = await startApi({ hasJobs: true, packageDirectory: directory });
  const files = await buildPackageServer({
    pool: api.pool,
    storage: createDirectoryStorage(join(directory, 'stored')),
    addresses: createPackageAddresses({
      key: Buffer.alloc(32, 7),
      now: api.clock.now,
      fixed: null,
      port: 4_002,
    }),
    trustedProxies: [],
    log: createLog({ write: () => {} }),
  });
  return {
    api,
    files,
    org: await api.organisation(),
    async close() {
      await files.close();
      await api.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
