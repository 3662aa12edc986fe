import type { Pool } from 'pg';
import { hashPassword } from '#server/access/session/index.ts';

export const PASSWORD = 'a password for measuring';
const USERS_PER_PROGRAM = 500;
const REPORTS_PER_MANAGER = 8;
const MANAGERS = 100;
const DEPARTMENTS = 50;

export interface Population {
  users: number;
  tenantId: number;
  learner: string;
  manager: string;
  admin: string;
  departmentId: number;
  /** Learners who are also managers, in an organisation of at least 1,000 users. */
  managers: string[];
  programId: string;
  /** A learner of that manager, in that program. */
  reportId: number;
  stepKey: string;
}

/** Derives ids from numbers, so that every part of the bench can compute them. */
const id = (kind: string, sql: string) => `'${kind}' || lpad((${sql})::text, ${16 - kind.length}, '0')`;

/**
 * Creates an organisation, unless the database has it. Each user has a manager, a partly completed program with two
 * selected topics of four, and an objective with a note. Programs have 500 users and managers have 8 reports in
 * organisations of any size.
 */
export async function populate(pool: Pool, tenantId: number, users: number): Promise<Population> {
  const base = tenantId * 1_000_000;
  const programs = Math.max(1, Math.round(users / USERS_PER_PROGRAM));
  const topics = programs * 4;
  const domain = `bench${tenantId}.example`;
  const name = `Bench of ${users}`;
  const { rows } = await pool.query<{ name: string }>('select name from tenants where id = $1', [tenantId]);
  if (!rows[0]) await insertPeople();
  else if (rows[0].name !== name)
    throw new Error(`The database already has ${rows[0].name}. Use an empty database for ${users} people.`);
  const made = (kind: string, n: number) => `${kind}${String(n).padStart(16 - kind.length, '0')}`;
  return {
    users,
    tenantId,
    manager: `p1@${domain}`,
    learner: `p2@${domain}`,
    admin: `p3@${domain}`,
    departmentId: base + 1,
    managers: Array.from({ length: Math.min(MANAGERS, users - 1) }, (_, n) => `p${n + 2}@${domain}`),
    programId: made(`p${tenantId}`, (1 % programs) + 1),
    reportId: base + 2,
    stepKey: made(`s${tenantId}`, ((1 % programs) * 4 + 1) * 10 + 1),
  };

  async function insertPeople() {
    const hash = await hashPassword(PASSWORD);
    const manager = `case when n = 1 then null else ${base} + 1 + (n - 2) / ${REPORTS_PER_MANAGER} end`;
    await pool.query(`
    begin;
    set local statement_timeout = 0;
    -- Triggers keep the plans that were made for small tables, which read the whole table for each row.
    set local enable_seqscan = off;
    select set_config('app.tenant_id', '${tenantId}', true);
    insert into tenants (id, name, user_pool_id, client_id) values (${tenantId}, '${name}', 'pool-${tenantId}', 'client');
    insert into tenant_domains values ('${domain}', ${tenantId});
    insert into departments (id, tenant_id, name)
      select ${base} + n, ${tenantId}, 'Department ' || n from generate_series(1, ${DEPARTMENTS}) as n;
    insert into users (id, tenant_id, uuid, email, first_name, last_name, manager_id, department_id, is_admin,
        last_active_at, last_profile_update, password_hash)
      select ${base} + n, ${tenantId}, 'b${tenantId}-' || n, 'p' || n || '@${domain}', 'First' || n, 'Last' || n,
        ${manager}, ${base} + 1 + n % ${DEPARTMENTS}, n = 3, now() - n * interval '1 minute',
        case when n % 50 <> 49 then now() end, '${hash}'
      from generate_series(1, ${users}) as n;
    insert into propensity_results (id, tenant_id, user_id, score, facets, stage, answers, answered_at)
      select ${id(`r${tenantId}`, 'n')}, ${tenantId}, ${base} + n, 50, '{"will":3,"trust":3,"room":3,"plan":3}', 'thinking', '{}', now()
      from generate_series(1, ${users}) as n;
    insert into topics (id, tenant_id, title, behavior_name, description)
      select ${id(`t${tenantId}`, 'n')}, ${tenantId}, 'Topic ' || n, 'Behaviour ' || n, 'A description'
      from generate_series(1, ${topics}) as n;
    insert into topic_versions (tenant_id, topic_id, n, published_at)
      select ${tenantId}, ${id(`t${tenantId}`, 'n')}, 1, now() from generate_series(1, ${topics}) as n;
    insert into topic_steps (tenant_id, topic_id, n, step_key, position, title, kind, minutes, body)
      select ${tenantId}, ${id(`t${tenantId}`, 'n')}, 1, ${id(`s${tenantId}`, 'n * 10 + s')}, s, 'Step ' || s, 'content', 5, repeat('words ', 100)
      from generate_series(1, ${topics}) as n, generate_series(1, 3) as s;
    insert into programs (id, tenant_id, name, purpose)
      select ${id(`p${tenantId}`, 'n')}, ${tenantId}, 'Program ' || n, 'To measure' from generate_series(1, ${programs}) as n;
    insert into program_topics (tenant_id, program_id, topic_id, position)
      select ${tenantId}, ${id(`p${tenantId}`, 'n')}, ${id(`t${tenantId}`, '(n - 1) * 4 + t')}, t
      from generate_series(1, ${programs}) as n, generate_series(1, 4) as t;
    insert into enrolments (id, tenant_id, program_id, user_id, coach_id, state, joined_at)
      select ${id(`e${tenantId}`, 'n')}, ${tenantId}, ${id(`p${tenantId}`, `(n - 1) % ${programs} + 1`)}, ${base} + n,
        case when n > 1 then ${base} + 1 + (n - 2) / ${REPORTS_PER_MANAGER} end, 'active', now() - interval '20 days'
      from generate_series(1, ${users}) as n;
    insert into enrolment_topics (tenant_id, enrolment_id, topic_id, n)
      select e.tenant_id, e.id, pt.topic_id, 1 from enrolments as e join program_topics as pt on pt.program_id = e.program_id
      where e.tenant_id = ${tenantId};
    insert into goals (id, tenant_id, enrolment_id, topic_id, selected_at)
      select ${id(`g${tenantId}`, `substr(e.id, 5)::int * 10 + pt.position`)}, e.tenant_id, e.id, pt.topic_id, now()
      from enrolments as e join program_topics as pt on pt.program_id = e.program_id and pt.position <= 2
      where e.tenant_id = ${tenantId};
    insert into step_records (tenant_id, enrolment_id, step_key, state, done_at, updated_at)
      select e.tenant_id, e.id, s.step_key, 'done', now() - interval '2 days', now() - interval '2 days'
      from enrolments as e join program_topics as pt on pt.program_id = e.program_id and pt.position = 1
      join topic_steps as s on s.topic_id = pt.topic_id and s.position <= 2
      where e.tenant_id = ${tenantId};
    insert into objectives (id, tenant_id, owner_id, title, measure, visibility, state, created_at, updated_at)
      select ${id(`o${tenantId}`, 'n')}, ${tenantId}, ${base} + n, 'Objective', '{"kind":"text","text":"Seen"}', 'manager', 'active', now(), now()
      from generate_series(1, ${users}) as n;
    insert into objective_notes (id, tenant_id, objective_id, text, is_shared, at)
      select ${id(`n${tenantId}`, 'n')}, ${tenantId}, ${id(`o${tenantId}`, 'n')}, 'A note', true, now()
      from generate_series(1, ${users}) as n;
    commit`);
    await pool.query('begin; set local statement_timeout = 0; analyze; commit');
  }
}
