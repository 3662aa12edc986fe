export { actorOf } from './actor.ts';
export { type Actor, type Audit, type Changes, createAudit, type NewEntry } from './audit.ts';
export { readAuditLog } from './auditRepository.ts';
export { auditRoutes } from './auditRoutes.ts';
export { type Verification, verifyAuditLogs } from './verify.ts';
