import type { Pool } from 'pg';
import { ROOM_OPENS_BEFORE_MS } from '#contract/learning/coachingSummaries.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { confirmTime, planSession } from '#server/learning/coaching/index.ts';

const DEMO_TENANT = 1;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const MINUTES = 45;

/**
 * Learner and manager of the demo always find a confirmed remote session that can be joined now: a new one is made at the
 * start of the server when the last one is over.
 */
export async function addJoinableSession(pool: Pool, now: Date): Promise<void> {
  await asOwner(pool, DEMO_TENANT, async (tx) => {
    const { rows: people } = await tx.execute<{ learner: number; manager: number; program: string }>(sql`
      select learner.id as learner, manager.id as manager, enrolments.program_id as program
      from users as learner
      join users as manager on manager.email = 'manager@demo.example'
      join enrolments on enrolments.user_id = learner.id and enrolments.state in ('choosing', 'active', 'ready_to_finish')
      join programs on programs.id = enrolments.program_id and (enrolments.coach_id = manager.id
        or (learner.manager_id = manager.id and programs.manager_visible))
      where learner.email = 'learner@demo.example' and learner.status = 'active' and manager.status = 'active'
      order by programs.name limit 1`);
    const [pair] = people;
    if (!pair) return;
    const startsAt = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);
    const endsAt = new Date(startsAt.getTime() + MINUTES * 60_000);
    const open = await tx.execute(sql`
      select from coaching_sessions as s where s.state = 'scheduled' and s.kind = 'remote'
        and s.learner_id = ${pair.learner} and s.peer_id = ${pair.manager}
        and ${now} between s.starts_at - make_interval(secs => ${ROOM_OPENS_BEFORE_MS / 1_000})
          and s.starts_at + make_interval(mins => s.minutes)
        and not exists (select from coaching_rooms as r where r.session_id = s.id and r.finished_at is not null)
      union all
      select from coaching_bookings as b where b.user_id in (${pair.learner}, ${pair.manager})
        and tstzrange(b.starts_at, b.ends_at) && tstzrange(${startsAt}, ${endsAt})`);
    if (open.rows.length > 0) return;
    const viewerOf = (userId: number) => ({
      userId,
      tenantId: DEMO_TENANT,
      sessionId: '',
      isAdmin: false,
      mayAuthor: false,
      timeZone: 'UTC',
      locale: 'en-US',
    });
    const yesterday = new Date(now.getTime() - DAY_MS);
    const id = await planSession(
      tx,
      { viewer: viewerOf(pair.manager), now: yesterday },
      { programId: pair.program, userId: pair.learner },
      { with: pair.learner, kind: 'remote', minutes: MINUTES, times: [startsAt.toISOString()] },
    );
    await confirmTime(tx, { viewer: viewerOf(pair.learner), now: yesterday }, id, startsAt);
    // It was planned yesterday, so its notifications are old.
    await tx.execute(sql`delete from notifications_outbox where dedupe_key like ${`coaching:${id}:%`}`);
  });
}
