import type { Pool } from 'pg';
import type { SessionUser } from '#contract/access/session.ts';
import { initialsOf } from '#contract/people.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath, logoPath } from '#server/people/index.ts';

interface UserRow {
  firstName: string;
  lastName: string;
  email: string;
  tenantId: number;
  tenantName: string;
  isAdmin: boolean;
  mayAuthor: boolean;
  hasReports: boolean;
  isCoach: boolean;
  ownsProgram: boolean;
  lastProfileUpdate: string | null;
  joinedAt: string;
  avatarId: string | null;
  uuid: string;
  timeZone: string;
  locale: string | null;
  logoId: string | null;
  accent: string | null;
  defaultLocale: string | null;
  erasesAt: string | null;
  score: number | null;
}

const findUser = prepareRead<UserRow, [userId: number]>(
  'session_user',
  `select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'tenantId', u.tenant_id,
    'tenantName', t.name, 'isAdmin', u.is_admin, 'mayAuthor', u.may_author or u.is_admin,
    'hasReports', exists (select from users as report where report.manager_id = u.id and report.status <> 'deactivated'),
    'isCoach', exists (select from enrolments as e where e.coach_id = u.id
      and e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')),
    'ownsProgram', exists (select from programs as p where p.owner_id = u.id and p.status <> 'archived'),
    'lastProfileUpdate', u.last_profile_update, 'joinedAt', u.joined_at, 'avatarId', u.avatar_id, 'uuid', u.uuid, 'timeZone', u.time_zone, 'locale', u.locale,
    'logoId', o.logo_id, 'accent', o.accent, 'defaultLocale', o.locale,
    'erasesAt', (select d.due_at from data_requests as d where d.user_id = u.id and d.kind = 'erasure' and d.ended_at is null),
    'score', (select r.score from propensity_results as r where r.user_id = u.id order by r.answered_at desc limit 1))
  from users as u join tenants as t on t.id = u.tenant_id left join organisation_settings as o on o.tenant_id = u.tenant_id
  where u.id = $1`,
);

/** The signed-in person in the format of the client. */
export async function readSessionUser(pool: Pool, { userId, tenantId }: Viewer): Promise<SessionUser> {
  const [[user]] = await readPrepared(pool, tenantId, [findUser(userId)]);
  if (!user) throw notFound();
  return {
    userId,
    firstName: user.firstName,
    lastName: user.lastName,
    emailAddress: user.email,
    tenantId: user.tenantId,
    tenantName: user.tenantName,
    isAdmin: user.isAdmin,
    roles: {
      isAdmin: user.isAdmin,
      hasReports: user.hasReports,
      mayAuthor: user.mayAuthor,
      isCoach: user.isCoach,
      ownsProgram: user.ownsProgram,
    },
    lastProfileUpdate: user.lastProfileUpdate && new Date(user.lastProfileUpdate).toISOString(),
    propensityScore: user.score,
    joinedAt: new Date(user.joinedAt).toISOString(),
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    uuid: user.uuid,
    timeZone: user.timeZone,
    ...(user.locale && { locale: user.locale }),
    organisation: { logo: logoPath(user.logoId), accent: user.accent, locale: user.defaultLocale },
    ...(user.erasesAt && { erasesAt: new Date(user.erasesAt).toISOString() }),
  };
}
