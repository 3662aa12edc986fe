import { type PackageReport, type PackageResult, packageStates } from '#contract/learning/packages.ts';
import { uploadPurposes, type WatchedPart } from '#contract/learning/uploads.ts';
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const packages = pgTable('packages', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  purpose: text('purpose', { enum: uploadPurposes }).notNull().default('package'),
  state: text('state', { enum: packageStates }).notNull(),
  fileName: text('file_name').notNull(),
  size: integer('size').notNull(),
  received: integer('received').notNull().default(0),
  problem: text('problem'),
  seconds: doublePrecision('seconds'),
  report: jsonb('report').$type<PackageReport>(),
  blockedHosts: text('blocked_hosts').array().notNull().default([]),
  refusedLength: integer('refused_length'),
  uploadedBy: integer('uploaded_by').notNull(),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
});

export const packageAttempts = pgTable(
  'package_attempts',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    stepKey: text('step_key').notNull(),
    n: integer('n').notNull(),
    packageId: text('package_id').notNull(),
    launchId: text('launch_id').notNull(),
    launchedAt: instant('launched_at').notNull(),
    completion: text('completion', { enum: ['unknown', 'incomplete', 'completed'] })
      .notNull()
      .default('unknown'),
    success: text('success', { enum: ['unknown', 'passed', 'failed'] })
      .notNull()
      .default('unknown'),
    score: jsonb('score').$type<PackageResult['score']>(),
    location: text('location').notNull().default(''),
    suspendData: text('suspend_data').notNull().default(''),
    earlierSeconds: integer('earlier_seconds').notNull().default(0),
    launchSeconds: integer('launch_seconds').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.stepKey, table.n] })],
);

export const videoProgress = pgTable(
  'video_progress',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    stepKey: text('step_key').notNull(),
    fileId: text('file_id').notNull(),
    watched: jsonb('watched').$type<WatchedPart[]>().notNull().default([]),
    position: doublePrecision('position').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.stepKey] })],
);
