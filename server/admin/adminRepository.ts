import type { AdminOverview } from '#contract/admin.ts';
import { asc, count, eq, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { percentOf } from '#server/programs/index.ts';

/** Figures about the organisation, without names and scores of people. */
export async function readOverview(tx: TenantTransaction): Promise<AdminOverview> {
  return {
    people: await countPeople(tx),
    departments: await countDepartments(tx),
    programs: await countPrograms(tx),
  };
}

async function countPeople(tx: TenantTransaction): Promise<AdminOverview['people']> {
  const [row] = await tx
    .select({
      active: sql<number>`(count(*) filter (where ${users.status} = 'active'))::int`,
      withoutProfile: sql<number>`(count(*) filter (where ${users.status} = 'active' and ${users.lastProfileUpdate} is null))::int`,
      withoutScore: sql<number>`(count(*) filter (where ${users.status} = 'active'
        and not exists (select from propensity_results as result where result.user_id = users.id)))::int`,
      deactivated: sql<number>`(count(*) filter (where ${users.status} = 'deactivated'))::int`,
    })
    .from(users);
  return row ?? { active: 0, withoutProfile: 0, withoutScore: 0, deactivated: 0 };
}

const countDepartments = (tx: TenantTransaction) =>
  tx
    .select({
      departmentId: departments.id,
      name: departments.name,
      people: count(users.id),
    })
    .from(departments)
    .leftJoin(users, sql`${eq(users.departmentId, departments.id)} and ${users.status} = 'active'`)
    .groupBy(departments.id, departments.name)
    .orderBy(asc(departments.name));

/** Progress counts required steps of selected topics, each in the version that the learner works on. */
async function countPrograms(tx: TenantTransaction): Promise<AdminOverview['programs']> {
  const rows = await tx
    .select({
      programId: programs.id,
      programName: programs.name,
      learners: sql<number>`(select count(*) from enrolments as e where e.program_id = ${programs}.id
        and e.state not in ('invited', 'declined', 'withdrawn'))::int`,
      completed: sql<number>`(select count(*) from enrolments as e where e.program_id = ${programs}.id
        and e.state = 'completed')::int`,
      done: stepsOf(sql` and exists (select from step_records as r where r.enrolment_id = e.id
        and r.step_key = s.step_key and r.state in ('done', 'waived'))`),
      total: stepsOf(sql``),
    })
    .from(programs)
    .where(sql`${programs.status} in ('active', 'closed')`)
    .orderBy(asc(programs.name));
  return rows.map(({ done, total, ...row }) => ({
    ...row,
    progress: { done, total, percent: percentOf(done, total) },
  }));
}

const stepsOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from enrolments as e
    join goals as g on g.enrolment_id = e.id and g.removed_at is null
    join program_topics as pt on pt.program_id = e.program_id and pt.topic_id = g.topic_id
    left join enrolment_topics as pin on pin.enrolment_id = e.id and pin.topic_id = g.topic_id
    join topic_steps as s on s.topic_id = g.topic_id and s.required
      and s.n = coalesce(pin.n, (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))
    where e.program_id = ${programs}.id
      and e.state not in ('invited', 'declined', 'withdrawn')${condition})::int`;
