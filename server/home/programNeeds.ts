import { JOIN_REQUESTS_TARGET, LAUNCH_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { formatDay, type Region, sentences } from '#server/formats.ts';
import { OPEN_REQUESTS } from '#server/learning/programs/index.ts';
import { type PlainNeed, requestedAt } from './needs.ts';

interface Name {
  firstName: string;
  lastName: string;
}

/** A person who asks to join a program of the viewer. */
export interface JoinRequestFact {
  programId: string;
  programName: string;
  userId: number;
  person: Name;
  note: string | null;
  askedAt: string;
}

/** A draft that waits for an administrator, or that an administrator sent back to the viewer. */
export interface LaunchRequestFact {
  programId: string;
  programName: string;
  owner: Name | null;
  /** Null: it was sent back. */
  askedAt: string | null;
  note: string | null;
}

const nameOf = (table: string) =>
  `json_build_object('firstName', ${table}.first_name, 'lastName', ${table}.last_name)`;

/**
 * Requests for the owner of the program; for administrators if it has no active owner. Selected as JSON, oldest first.
 */
export const joinRequestFacts = ({ user, isAdmin, limit }: Record<'user' | 'isAdmin' | 'limit', string>) => `
  select json_build_object('programId', p.id, 'programName', p.name, 'userId', u.id, 'person', ${nameOf('u')}, 'note', r.note,
    'askedAt', r.asked_at)
  from ${OPEN_REQUESTS} join programs as p on p.id = r.program_id and p.status = 'active'
  where p.owner_id = ${user} or (${isAdmin} and not exists (
    select from users as o where o.id = p.owner_id and o.status = 'active'))
  order by r.asked_at, u.id limit ${limit}`;

/** Drafts that administrators are asked to launch, and drafts of the viewer that were sent back, as JSON. */
export const launchRequestFacts = ({
  user,
  isAdmin,
  limit,
}: Record<'user' | 'isAdmin' | 'limit', string>) => `
  select json_build_object('programId', p.id, 'programName', p.name, 'owner', ${nameOf('o')}, 'askedAt', p.review_asked_at,
    'note', p.review_note)
  from programs as p left join users as o on o.id = p.owner_id
  where p.status = 'draft' and ((p.review_asked_at is not null and ${isAdmin} and p.owner_id <> ${user})
    or (p.review_note is not null and p.owner_id = ${user}))
  order by p.review_asked_at, p.id limit ${limit}`;

export const joinRequestNeeds = (facts: readonly JoinRequestFact[], region: Region): PlainNeed[] =>
  facts.map(({ programId, programName, userId, person, note, askedAt }) => ({
    key: `join_request:${programId}:${userId}:${requestedAt(askedAt)}`,
    kind: 'join_request',
    group: 'today',
    title: `${fullName(person)} asks to join ${programName}`,
    reason: sentences(`Asked on ${formatDay(new Date(askedAt), region)}.`, note && `“${note}”`),
    verb: 'Accept request',
    path: `/admin/programs/create/${programId}/purpose#${JOIN_REQUESTS_TARGET}`,
    action: { kind: 'accept_join', programId, userId },
  }));

export const launchRequestNeeds = (facts: readonly LaunchRequestFact[], region: Region): PlainNeed[] =>
  facts.map(({ programId, programName, owner, askedAt, note }): PlainNeed => {
    const path = `/admin/programs/create/${programId}/review#${LAUNCH_TARGET}`;
    if (askedAt === null)
      return {
        key: `launch_returned:${programId}`,
        kind: 'launch_returned',
        group: 'today',
        title: `${programName} was sent back to you`,
        reason: note ? `“${note}”` : 'Change the draft and ask again.',
        verb: 'Change program',
        path,
      };
    return {
      key: `launch_request:${programId}:${requestedAt(askedAt)}`,
      kind: 'launch_request',
      group: 'today',
      title: owner ? `${fullName(owner)} asks you to launch ${programName}` : `Launch ${programName}`,
      reason: `Asked on ${formatDay(new Date(askedAt), region)}. No one is invited until an administrator launches it.`,
      verb: 'Review program',
      path,
    };
  });
