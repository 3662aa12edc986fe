export { actorOf } from './actor.ts';
export { type Actor, type Audit, type Changes, createAudit, type NewEntry, SYSTEM } from './audit.ts';
export { scheduleAuditChecks } from './auditCheckJob.ts';
export { readDirectoryChanges, readHistory } from './auditRepository.ts';
export { auditRoutes } from './auditRoutes.ts';
export { type Verification, verifyAuditLogs } from './verify.ts';
