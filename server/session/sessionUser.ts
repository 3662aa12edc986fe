import type { Pool } from 'pg';
import { initialsOf } from '#contract/people.ts';
import type { SessionUser } from '#contract/session.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath } from '#server/people/index.ts';

interface UserRow {
  firstName: string;
  lastName: string;
  email: string;
  tenantId: number;
  tenantName: string;
  isAdmin: boolean;
  mayAuthor: boolean;
  hasReports: boolean;
  lastProfileUpdate: string | null;
  joinedAt: string;
  avatarId: string | null;
  uuid: string;
  timeZone: string;
  score: number | null;
}

const findUser = prepareRead<UserRow, [userId: number]>(
  'session_user',
  `select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'tenantId', u.tenant_id,
    'tenantName', t.name, 'isAdmin', u.is_admin, 'mayAuthor', u.may_author,
    'hasReports', exists (select from users as report where report.manager_id = u.id and report.status <> 'deactivated'),
    'lastProfileUpdate', u.last_profile_update, 'joinedAt', u.joined_at, 'avatarId', u.avatar_id, 'uuid', u.uuid, 'timeZone', u.time_zone,
    'score', (select r.score from propensity_results as r where r.user_id = u.id order by r.answered_at desc limit 1))
  from users as u join tenants as t on t.id = u.tenant_id
  where u.id = $1`,
);

/** The signed-in person in the form that the client uses. */
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
    roles: { isAdmin: user.isAdmin, hasReports: user.hasReports, mayAuthor: user.mayAuthor },
    lastProfileUpdate: user.lastProfileUpdate && new Date(user.lastProfileUpdate).toISOString(),
    propensityScore: user.score,
    joinedAt: new Date(user.joinedAt).toISOString(),
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    uuid: user.uuid,
    timeZone: user.timeZone,
  };
}
