export {
  BACKUP_PARTS,
  type BackupDeps,
  type BackupPart,
  backupRoutes,
  backupToken,
} from './backup.ts';
export { createMetrics, type Metrics, measureResponseTimes, serveMetrics } from './metrics.ts';
export { registerOpenApi, serveDocs } from './openApi.ts';
export { type OperationsDeps, operationsRoutes } from './operationsRoutes.ts';
