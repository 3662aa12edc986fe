import { ilike } from '#server/db/drizzle.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import {
  cancelSession,
  confirmTime,
  planSession,
  proposeTimes,
  reportOutcome,
} from '#server/learning/coaching/index.ts';
import type { OrganisationRows } from './organisationRows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface SessionText {
  learner: string;
  /** The coach or manager of the session. */
  peer: string;
  program: string;
  /** Days from now, and the hour in UTC. A session on a weekend moves to the next Monday. */
  inDays: number;
  hour: number;
  minutes?: 30 | 45 | 60;
  end: 'held' | 'other_missing' | 'scheduled' | 'proposed' | 'moving' | 'cancelled';
  /** Who proposed the times. Default: the learner. */
  proposedBy?: 'peer';
}

const [COMMUNICATION, LEADING, PRESSURE] = [
  'Clear communication',
  'Essentials for new team leads',
  'Working under pressure',
];
const [TOBIAS, NALEDI] = ['tobias.hellstrom', 'naledi.khumalo'];

/** No person has 2 sessions at the same time. */
const sessions: SessionText[] = [
  { learner: 'learner', peer: TOBIAS, program: COMMUNICATION, inDays: -42, hour: 9, end: 'held' },
  { learner: 'learner', peer: TOBIAS, program: COMMUNICATION, inDays: -28, hour: 9, end: 'held' },
  {
    learner: 'learner',
    peer: 'manager',
    program: COMMUNICATION,
    inDays: -21,
    hour: 13,
    minutes: 30,
    end: 'held',
  },
  { learner: 'learner', peer: TOBIAS, program: COMMUNICATION, inDays: -14, hour: 9, end: 'cancelled' },
  {
    learner: 'learner',
    peer: 'manager',
    program: COMMUNICATION,
    inDays: 3,
    hour: 13,
    end: 'scheduled',
    proposedBy: 'peer',
  },
  {
    learner: 'learner',
    peer: NALEDI,
    program: LEADING,
    inDays: 8,
    hour: 10,
    minutes: 60,
    end: 'proposed',
    proposedBy: 'peer',
  },
  { learner: 'manager', peer: NALEDI, program: PRESSURE, inDays: -35, hour: 8, end: 'held' },
  { learner: 'manager', peer: NALEDI, program: PRESSURE, inDays: 6, hour: 8, end: 'scheduled' },
  { learner: 'callum.fraser', peer: TOBIAS, program: COMMUNICATION, inDays: -25, hour: 11, end: 'held' },
  { learner: 'callum.fraser', peer: TOBIAS, program: COMMUNICATION, inDays: 4, hour: 11, end: 'moving' },
  {
    learner: 'ines.duarte',
    peer: TOBIAS,
    program: COMMUNICATION,
    inDays: -18,
    hour: 14,
    end: 'other_missing',
  },
  { learner: 'ines.duarte', peer: TOBIAS, program: COMMUNICATION, inDays: 7, hour: 14, end: 'proposed' },
  {
    learner: 'fatima.elidrissi',
    peer: NALEDI,
    program: PRESSURE,
    inDays: -30,
    hour: 12,
    minutes: 30,
    end: 'held',
  },
  {
    learner: 'fatima.elidrissi',
    peer: NALEDI,
    program: PRESSURE,
    inDays: 9,
    hour: 12,
    minutes: 30,
    end: 'scheduled',
  },
  { learner: 'admin', peer: NALEDI, program: LEADING, inDays: 5, hour: 15, end: 'scheduled' },
  { learner: NALEDI, peer: TOBIAS, program: COMMUNICATION, inDays: 10, hour: 8, end: 'scheduled' },
];

/**
 * Coaching sessions of the demo. The product's own functions plan, confirm and hold them with a clock in the past.
 * Their notifications are removed, because all of them would arrive at the first start.
 */
export async function seedCoaching(tx: TenantTransaction, rows: OrganisationRows, now: Date): Promise<void> {
  for (const session of sessions) await addSession(tx, rows, session, now);
  await tx.delete(notificationsOutbox).where(ilike(notificationsOutbox.dedupeKey, 'coaching:%'));
}

async function addSession(tx: TenantTransaction, rows: OrganisationRows, text: SessionText, now: Date) {
  const viewerOf = (mailbox: string) => {
    const user = rows.users.find(({ email }) => email.startsWith(`${mailbox}@`));
    if (!user?.id) throw new Error(`No person has the mailbox ${mailbox}`);
    return {
      userId: user.id,
      tenantId: tx.tenantId,
      sessionId: '',
      isAdmin: false,
      mayAuthor: false,
      timeZone: 'UTC',
      locale: 'en-US',
    };
  };
  const programId = rows.programs.find(({ name }) => name === text.program)?.id ?? '';
  const [learner, peer] = [viewerOf(text.learner), viewerOf(text.peer)];
  const [first, second] = text.proposedBy === 'peer' ? [peer, learner] : [learner, peer];
  const startsAt = workingTime(text, now);
  const after = (days: number) => new Date(startsAt.getTime() + days * DAY_MS).toISOString();
  /** The session was planned 5 days before, or yesterday, and answered some hours later. */
  const plannedAt = new Date(Math.min(startsAt.getTime() - 5 * DAY_MS, now.getTime() - DAY_MS));
  const answeredAt = new Date(plannedAt.getTime() + 5 * HOUR_MS);
  const id = await planSession(
    tx,
    { viewer: first, now: plannedAt },
    { programId, userId: learner.userId },
    {
      with: second.userId,
      kind: 'remote',
      minutes: text.minutes ?? 45,
      times: [after(0), after(1), after(7)],
    },
  );
  if (text.end === 'proposed') return;
  await confirmTime(tx, { viewer: second, now: answeredAt }, id, startsAt);
  if (text.end === 'scheduled') return;
  if (text.end === 'moving')
    return proposeTimes(tx, { viewer: first, now: new Date(now.getTime() - HOUR_MS) }, id, {
      times: [after(1), after(2)],
    });
  if (text.end === 'cancelled')
    return cancelSession(tx, { viewer: second, now: new Date(startsAt.getTime() - DAY_MS) }, id, {
      reason: 'I will be visiting a customer that day. Could we meet the week after?',
    });
  const over = new Date(startsAt.getTime() + 2 * HOUR_MS);
  await reportOutcome(tx, { viewer: peer, now: over }, id, text.end);
  if (text.end === 'held') await reportOutcome(tx, { viewer: learner, now: over }, id, text.end);
}

/** A full hour on a working day. */
function workingTime({ inDays, hour }: SessionText, now: Date): Date {
  const time = new Date(now.getTime() + inDays * DAY_MS);
  time.setUTCHours(hour, 0, 0, 0);
  while (time.getUTCDay() === 0 || time.getUTCDay() === 6) time.setUTCDate(time.getUTCDate() + 1);
  return time;
}
