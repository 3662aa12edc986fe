import type { Pool } from 'pg';
import { sql } from '#server/db/drizzle.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';

const DEMO_TENANT = 1;

const FIRST_NAMES = [
  'Amara',
  'Ben',
  'Chiara',
  'Dario',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ilse',
  'Jamal',
  'Katarzyna',
  'Luca',
  'Meera',
  'Nils',
  'Olga',
  'Pablo',
  'Quynh',
  'Ravi',
  'Signe',
  'Tariq',
  'Ulla',
  'Vera',
  'Wanja',
  'Ximena',
  'Yusuf',
  'Zofia',
  'Åsa',
  'Ömer',
  'José',
  'Siân',
  'Miguel',
];
const LAST_NAMES = [
  'Abel',
  'Bianchi',
  'Castillo',
  'Demir',
  'Eriksson',
  'Fischer',
  'García',
  'Hansen',
  'Ivanova',
  'Jansen',
  'Kaya',
  'Larsen',
  'Müller',
  'Novák',
  'Oliveira',
  'Petrov',
  'Quaye',
  'Rossi',
  'Santos',
  'Tanaka',
  'Ueda',
  'Vargas',
  'Weber',
  'Xu',
  'Yılmaz',
  'Zhang',
  'Łukasik',
  'Nuñez',
  "O'Neill",
];
const TITLES = [
  'Driver',
  'Dispatcher',
  'Warehouse lead',
  'Planner',
  'Service agent',
  'Analyst',
  'Developer',
  'Technician',
];
const REGIONS = [
  'Iberia',
  'France',
  'Benelux',
  'Nordics',
  'Germany',
  'Poland',
  'Italy',
  'Balkans',
  'Türkiye',
  'Gulf',
  'East Africa',
  'West Africa',
  'India',
  'Southeast Asia',
  'Brazil',
  'Andes',
];
const SITES = ['North', 'South', 'East', 'West', 'Harbour', 'Airport', 'City', 'Hub'];

/**
 * Fills the demo organisation up to a number of people, to try the screens of a large organisation: regions with sites,
 * each with a head, and people in all states. It uses few SQL statements, so that 20,000 people take seconds. The
 * people have no password.
 */
export async function growDemo(pool: Pool, people: number, now: Date): Promise<number> {
  return withTenant(pool, DEMO_TENANT, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Disables the foreign key checks: their plans are made for a few people and would read the whole table for each
    // row.
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
    const { rows } = await tx.execute<{ missing: number; last: number }>(sql`
      select greatest(0, ${people}::int - count(*))::int as missing,
        coalesce(max(substring(email from '^person([0-9]{1,8})@')::int), 0) as last from users`);
    const at = sql`${now.toISOString()}::timestamptz`;
    const { missing = 0, last = 0 } = rows[0] ?? {};
    if (missing === 0) return 0;
    await tx.execute(sql`
      with top as (
        insert into departments (tenant_id, name)
        select ${DEMO_TENANT}, 'Regions' where not exists (select from departments where name = 'Regions')
        returning id
      ), region as (
        insert into departments (tenant_id, name, parent_id)
        select ${DEMO_TENANT}, name, top.id from top, unnest(${list(REGIONS)}) as name returning id, name
      )
      insert into departments (tenant_id, name, parent_id)
      select ${DEMO_TENANT}, region.name || ' ' || site, region.id from region, unnest(${list(SITES)}) as site`);
    // The first person of each site is its head and the manager of the other people, so heads are inserted first.
    const sites = REGIONS.length * SITES.length;
    const [from, to] = [last + 1, last + missing];
    await insertPeople(tx, { from, to: Math.min(to, from + sites - 1), areHeads: true, now });
    await tx.execute(sql`
      update departments as d set head_id = (select min(u.id) from users as u
        where u.department_id = d.id and u.status = 'active' and u.email like 'person%')
      where d.head_id is null and d.parent_id in (select r.id from departments as r
        join departments as t on t.id = r.parent_id where t.name = 'Regions')`);
    await insertPeople(tx, { from: from + sites, to, areHeads: false, now });
    await tx.execute(sql`
      insert into account_links (id, tenant_id, user_id, purpose, token_hash, created_at, expires_at, not_before,
        mail_ended_at, mail_outcome)
      select substr(md5('demo link' || u.id), 1, 16), ${DEMO_TENANT}, u.id, 'invitation', sha256(convert_to('demo link' || u.id, 'UTF8')),
        sent, sent + interval '7 days', sent, sent, case when u.id % 40 = 0 then 'refused' else 'sent' end
      from users as u cross join lateral (select ${at} - make_interval(hours => u.id * 13 % 300) as sent) as mail
      where u.status = 'invited' and u.email like 'person%'
        and not exists (select from account_links as l where l.user_id = u.id)`);
    return missing;
  });
}

const insertPeople = (
  tx: TenantTransaction,
  { from, to, areHeads, now }: { from: number; to: number; areHeads: boolean; now: Date },
) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return tx.execute(sql`
    with site as (
      select d.id, d.head_id, row_number() over (order by d.id) - 1 as at, count(*) over () as total
      from departments as d join departments as r on r.id = d.parent_id join departments as t on t.id = r.parent_id
      where t.name = 'Regions'
    ), person as (
      select n, ${pick(FIRST_NAMES, sql`n`)} as first_name, ${pick(LAST_NAMES, sql`n / 7`)} as last_name,
        case when ${areHeads} then 'active' when n % 33 = 5 then 'invited' when n % 41 = 7 then 'deactivated' else 'active' end as status,
        (n * 7919 % 600)::int as days
      from generate_series(${from}::int, ${to}::int) as n
    )
    insert into users (tenant_id, uuid, email, first_name, last_name, title, department_id, manager_id, status, joined_at,
      activated_at, last_profile_update, last_active_at, deactivated_at)
    select ${DEMO_TENANT}, 'demo' || p.n, 'person' || p.n || '@demo.example', p.first_name, p.last_name,
      ${pick(TITLES, sql`p.n / 3`)}, site.id, site.head_id, p.status, ${at} - make_interval(days => p.days + 30),
      case when p.status <> 'invited' then ${at} - make_interval(days => p.days + 28) end,
      case when p.status <> 'invited' and p.n % 9 <> 0 then ${at} - make_interval(days => p.days + 27) end,
      case when p.status <> 'invited' then ${at} - make_interval(hours => p.n * 31 % 1500) end,
      case when p.status = 'deactivated' then ${at} - make_interval(days => p.days % 27) end
    from person as p join site on site.at = p.n % site.total`);
};

const list = (texts: string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
/** Selects one of the texts by a number. */
const pick = (texts: string[], by: ReturnType<typeof sql>) =>
  sql`(${list(texts)})[1 + (${by}) % ${sql.raw(String(texts.length))}]`;
