import type { AdminOverview } from '#contract/administration/admin.ts';
import { countOpenRequests } from '#server/administration/personalData/index.ts';
import { and, count, eq, isNotNull, isNull, min, ne, sql } from '#server/db/drizzle.ts';
import { dataRequests } from '#server/db/schema/personalData.ts';
import { webhookEndpoints } from '#server/db/schema/webhooks.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { type Read, readProgramFigures } from '#server/insights/index.ts';
import { attentionOf } from './attention.ts';
import { readMailTest } from './mailTest.ts';
import { readSetup } from './setupSteps.ts';

/** The period of "recently active", and of the comparison. */
const PERIOD_DAYS = 28;

/**
 * Figures about the organisation, without people's names and scores. The figures of the programs take longest, so half of them
 * are read at the same time as the rest (decision 0142).
 */
export async function readOverview(read: Read, now: Date): Promise<AdminOverview> {
  const programs = await read(findPrograms);
  const [some, others] = halvesOf(programs);
  const [rest, figures] = await Promise.all([
    read(async (tx) => ({
      overview: await readOrganisation(tx, now),
      figures: await readProgramFigures(tx, some, now),
    })),
    read((tx) => readProgramFigures(tx, others, now)),
  ]);
  const found = new Map([...rest.figures, ...figures].map((one) => [one.programId, one]));
  return { ...rest.overview, programs: programs.flatMap(({ programId }) => found.get(programId) ?? []) };
}

async function readOrganisation(tx: TenantTransaction, now: Date): Promise<Omit<AdminOverview, 'programs'>> {
  const counts = await countPeople(tx, now);
  const lastMailTest = await readMailTest(tx);
  const { active, activeBefore, recentlyActive, invited, invitationsOpen, invitationsExpired } = counts;
  return {
    asOf: now.toISOString(),
    people: { active, activeBefore, recentlyActive, invited, invitationsOpen, invitationsExpired },
    dataRequests: await countOpenRequests(tx),
    stages: {
      invited: active + invited,
      signedIn: counts.signedIn,
      withProfile: counts.withProfile,
      withScore: counts.withScore,
      withTopics: counts.withTopics,
      recentlyActive,
    },
    setup: await readSetup(tx, { counts, lastMailTest }),
    attention: attentionOf({
      ...counts,
      webhooks: await countFailing(tx),
      erasures: await countErasures(tx),
    }),
    lastMailTest,
  };
}

/** A number of rows, and the earliest of their dates. */
export interface Dated {
  count: number;
  at: Date | null;
}

export interface Counts extends Record<string, unknown> {
  active: number;
  activeBefore: number;
  recentlyActive: number;
  invited: number;
  administrators: number;
  departments: number;
  withoutDepartment: number;
  withoutManager: number;
  signedIn: number;
  withProfile: number;
  withScore: number;
  withTopics: number;
  invitationsOpen: number;
  invitationsExpired: number;
  invitationsExpiring: number;
  invitationsNotDelivered: number;
  /** The time format of PostgreSQL. */
  firstExpired: string | null;
  firstExpiring: string | null;
}

/** All counts of people and their invitations, in 2 scans. */
async function countPeople(tx: TenantTransaction, now: Date): Promise<Counts> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<Counts>(sql`
    with person as (
      select u.*,
        u.status = 'active' as is_active,
        u.status <> 'deactivated' and u.last_active_at > ${at} - make_interval(days => ${PERIOD_DAYS}) as is_recent,
        u.id in (select r.manager_id from users as r where r.manager_id is not null and r.status <> 'deactivated') as has_reports
      from users as u
    ), invitation as (
      select l.expires_at, l.revoked_at, l.mail_outcome
      from users as u cross join lateral (select * from account_links as l
        where l.user_id = u.id and l.purpose = 'invitation' order by l.created_at desc limit 1) as l
      where u.status = 'invited'
    ), sent_invitation as (
      select * from invitation where revoked_at is null
    )
    select p.*, i.*, (select count(*) from departments)::int as departments
    from (
      select count(*) filter (where is_active)::int as active,
        count(*) filter (where activated_at <= ${at} - make_interval(days => ${PERIOD_DAYS})
          and (is_active or deactivated_at > ${at} - make_interval(days => ${PERIOD_DAYS})))::int as "activeBefore",
        count(*) filter (where is_active and is_recent)::int as "recentlyActive",
        count(*) filter (where status = 'invited')::int as invited,
        count(*) filter (where is_active and is_admin)::int as administrators,
        count(*) filter (where is_active and department_id is null)::int as "withoutDepartment",
        count(*) filter (where is_active and manager_id is null and not is_admin and not may_author and not has_reports)::int
          as "withoutManager",
        count(*) filter (where is_active and activated_at is not null)::int as "signedIn",
        count(*) filter (where is_active and last_profile_update is not null)::int as "withProfile",
        count(*) filter (where is_active and id in (select user_id from propensity_results))::int as "withScore",
        count(*) filter (where is_active and id in (select e.user_id from enrolments as e
          join goals as g on g.enrolment_id = e.id and g.removed_at is null))::int as "withTopics"
      from person
    ) as p,
    (
      select count(*) filter (where expires_at > ${at})::int as "invitationsOpen",
        count(*) filter (where expires_at <= ${at})::int as "invitationsExpired",
        min(expires_at) filter (where expires_at <= ${at}) as "firstExpired",
        count(*) filter (where expires_at > ${at} and expires_at <= ${at} + interval '2 days')::int as "invitationsExpiring",
        min(expires_at) filter (where expires_at > ${at}) as "firstExpiring",
        count(*) filter (where mail_outcome = 'refused' and expires_at > ${at})::int as "invitationsNotDelivered"
      from sent_invitation
    ) as i`);
  const [counts] = rows;
  if (!counts) throw new Error('The people were not counted');
  return counts;
}

const countFailing = async (tx: TenantTransaction): Promise<Dated> => {
  const [found] = await tx
    .select({ count: count(), at: min(webhookEndpoints.failingSince) })
    .from(webhookEndpoints)
    .where(and(ne(webhookEndpoints.state, 'off'), isNotNull(webhookEndpoints.failingSince)));
  return { count: found?.count ?? 0, at: found?.at ?? null };
};

const countErasures = async (tx: TenantTransaction): Promise<Dated> => {
  const [found] = await tx
    .select({ count: count(), at: min(dataRequests.dueAt) })
    .from(dataRequests)
    .where(and(eq(dataRequests.kind, 'erasure'), isNull(dataRequests.endedAt)));
  return { count: found?.count ?? 0, at: found?.at ?? null };
};

interface ProgramSize {
  programId: string;
  programName: string;
  people: number;
}

async function findPrograms(tx: TenantTransaction): Promise<ProgramSize[]> {
  const { rows } = await tx.execute<ProgramSize & Record<string, unknown>>(sql`
    select p.id as "programId", p.name as "programName", count(e.id)::int as people
    from programs as p left join enrolments as e on e.program_id = p.id
    where p.status in ('active', 'paused', 'closed') group by p.id, p.name order by p.name, p.id`);
  return rows;
}

/** Two lists of programs with about the same number of people. */
function halvesOf(programs: readonly ProgramSize[]): [ProgramSize[], ProgramSize[]] {
  const halves: [ProgramSize[], ProgramSize[]] = [[], []];
  const people: [number, number] = [0, 0];
  for (const program of programs.toSorted((a, b) => b.people - a.people)) {
    const half = people[0] <= people[1] ? 0 : 1;
    halves[half].push(program);
    people[half] += program.people;
  }
  return halves;
}
