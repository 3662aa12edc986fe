import { type PackageReport, packageStates } from '#contract/learning/packages.ts';
import { integer, jsonb, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const packages = pgTable('packages', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  state: text('state', { enum: packageStates }).notNull(),
  fileName: text('file_name').notNull(),
  size: integer('size').notNull(),
  received: integer('received').notNull().default(0),
  problem: text('problem'),
  report: jsonb('report').$type<PackageReport>(),
  blockedHosts: text('blocked_hosts').array().notNull().default([]),
  uploadedBy: integer('uploaded_by').notNull(),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
});
