import { checkInCadences } from '#contract/administration/settings.ts';
import { boolean, integer, pgTable, text } from '#server/db/drizzle.ts';
import { bytes, instant } from './columns.ts';

export const organisationSettings = pgTable('organisation_settings', {
  tenantId: integer('tenant_id').primaryKey(),
  version: integer('version').notNull().default(1),
  accent: text('accent'),
  logoId: text('logo_id'),
  signInText: text('sign_in_text'),
  timeZone: text('time_zone').notNull().default('UTC'),
  locale: text('locale'),
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  checkInCadence: text('check_in_cadence', { enum: checkInCadences }).notNull().default('weekly'),
  managersMayLaunch: boolean('managers_may_launch').notNull().default(false),
  minGroupSize: integer('min_group_size').notNull().default(5),
  mailRecordDays: integer('mail_record_days').notNull().default(30),
  linkRecordDays: integer('link_record_days').notNull().default(30),
  checkInDays: integer('check_in_days'),
  deactivatedDays: integer('deactivated_days'),
  changedBy: integer('changed_by'),
  changedAt: instant('changed_at'),
});

export const organisationLogos = pgTable('organisation_logos', {
  id: text('id').primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  bytes: bytes('bytes').notNull(),
});
