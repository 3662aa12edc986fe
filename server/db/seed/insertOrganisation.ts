import { type PgTable, sql } from '#server/db/drizzle.ts';
import { objectiveChanges, objectiveNotes, objectives } from '#server/db/schema/objectives.ts';
import { departments, users } from '#server/db/schema/people.ts';
import {
  enrolments,
  enrolmentTopics,
  goalChanges,
  goals,
  programs,
  programTopics,
  stepRecords,
  topicCompletions,
  topicConfirmations,
  topicProposals,
  topicSteps,
  topics,
  topicVersions,
} from '#server/db/schema/programs.ts';
import { propensityResults } from '#server/db/schema/propensity.ts';
import { tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { OrganisationRows } from './organisationRows.ts';

/** Rows per insert statement. */
const BATCH = 200;

export async function insertOrganisation(tx: TenantTransaction, rows: OrganisationRows) {
  await insertAll(tx, tenants, [rows.tenant]);
  await insertAll(tx, tenantDomains, rows.domains);
  await insertAll(tx, departments, rows.departments);
  await insertAll(tx, users, rows.users);
  await insertAll(tx, topics, rows.topics);
  await insertAll(tx, topicVersions, rows.topicVersions);
  await insertAll(tx, topicSteps, rows.topicSteps);
  await insertAll(tx, programs, rows.programs);
  await insertAll(tx, programTopics, rows.programTopics);
  await insertAll(tx, enrolments, rows.enrolments);
  await insertAll(tx, enrolmentTopics, rows.enrolmentTopics);
  await insertAll(tx, goals, rows.goals);
  await insertAll(tx, goalChanges, rows.goalChanges);
  await insertAll(tx, stepRecords, rows.stepRecords);
  await insertAll(tx, topicCompletions, rows.topicCompletions);
  await insertAll(tx, topicConfirmations, rows.topicConfirmations);
  await insertAll(tx, topicProposals, rows.topicProposals);
  await insertAll(tx, objectives, rows.objectives);
  await insertAll(tx, objectiveNotes, rows.objectiveNotes);
  await insertAll(tx, objectiveChanges, rows.objectiveChanges);
  await insertAll(tx, propensityResults, rows.propensityResults);
  // Ids are assigned explicitly, so the sequences must continue after them.
  for (const table of ['tenants', 'departments', 'users'])
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.identifier(table)}), nextval(pg_get_serial_sequence(${table}, 'id'))))`,
    );
}

async function insertAll<Table extends PgTable>(
  tx: TenantTransaction,
  table: Table,
  rows: Table['$inferInsert'][],
) {
  for (let at = 0; at < rows.length; at += BATCH) await tx.insert(table).values(rows.slice(at, at + BATCH));
}
