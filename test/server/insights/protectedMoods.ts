import type { ProtectedFigure } from '#contract/insights/figures.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { asOwner, readTenant } from '#server/db/withTenant.ts';
import { readMood } from '#server/insights/mood.ts';
import type { InsightsScope } from '#server/insights/scope.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import type { Draw } from './randomProgram.ts';

const DAY_MS = 24 * 60 * 60_000;
const PEOPLE = 40;

interface Answer {
  userId: number;
  week: string;
  mood: number;
  isInTime: boolean;
}
interface Program {
  programId: string;
  /** When each person joined; null: invited only. */
  members: Map<number, number | null>;
}
/** Figures that an administrator saw, by program and week. */
type Seen = Map<string, ProtectedFigure>;

/**
 * Programs that share many people, and moods of 3 weeks. Reads the moods of all programs as of many days, with all
 * filters, before and after a person is erased, and returns the revealed figures.
 */
export async function attackMoods(api: TestApi, org: TestOrganisation, draw: Draw) {
  const whole = (below: number) => Math.floor(draw() * below);
  const now = api.clock.now().getTime();
  const dayOf = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  const k = 3 + whole(3);
  const weeks = [35, 28, 21].map(dayOf);
  const first = org.tenantId * 1_000 + 100_000_000;
  const people = Array.from({ length: PEOPLE }, (_person, index) => first + index);
  const programs = randomPrograms();
  const answers = randomAnswers();
  await write();

  const leaks: string[] = [];
  const before = await readAll([10, 15, 19, 24, 26, 40, 0]);
  check(before);
  const erased = people[whole(PEOPLE)] ?? first;
  await asOwner(api.pool, org.tenantId, async (tx) => {
    await tx.execute(sql`delete from check_ins where user_id = ${erased}`);
    await tx.execute(sql`update users set erased_at = ${new Date(now).toISOString()}, status = 'deactivated',
      deactivated_at = now() where id = ${erased}`);
  });
  for (const [key, figure] of await readAll([0])) {
    const old = before.get(key);
    if (figure.kind === 'mean' && old?.kind === 'mean' && JSON.stringify(figure) !== JSON.stringify(old))
      leaks.push(`${key} changed when a person was erased`);
  }
  return {
    leaks,
    shown: [...before.values()].filter(({ kind }) => kind === 'mean').length,
    all: before.size,
  };

  /** Variants: one more person, one person less, a part of the people, other people. */
  function randomPrograms(): Program[] {
    const list: Program[] = [];
    for (let n = 1 + whole(4); n > 0; n -= 1) {
      const base = draw() < 0.6 ? list[whole(list.length)] : undefined;
      const share = 0.3 + 0.7 * draw();
      const difference = [0, 0.04, 0.5][whole(3)] ?? 0;
      const members = new Map<number, number | null>();
      for (const person of people) {
        const isMember = base ? base.members.has(person) !== draw() < difference : draw() < share;
        if (isMember)
          members.set(person, draw() < 0.1 ? null : now - (draw() < 0.8 ? 90 : whole(60)) * DAY_MS);
      }
      list.push({ programId: newId(), members });
    }
    return list;
  }

  function randomAnswers(): Answer[] {
    return people.flatMap((userId) =>
      weeks.flatMap((week) =>
        draw() < 0.85 ? [{ userId, week, mood: 1 + whole(5), isInTime: draw() < 0.95 }] : [],
      ),
    );
  }

  async function write() {
    await asOwner(api.pool, org.tenantId, async (tx) => {
      await tx.execute(sql`delete from check_ins`);
      // The programs of earlier calls would overlap with the new ones, so almost no figure would be shown.
      await tx.execute(
        sql`delete from enrolments where program_id in (select id from programs where name = 'Random')`,
      );
      await tx.execute(sql`delete from programs where name = 'Random'`);
      await tx.execute(sql`insert into organisation_settings (tenant_id, min_group_size) values (${org.tenantId}, ${k})
        on conflict (tenant_id) do update set min_group_size = ${k}`);
      await tx.execute(sql`insert into users (id, tenant_id, uuid, email, first_name, last_name)
        select id, ${org.tenantId}, 'm' || id, 'm' || id || '@mood.example', 'Person', 'Of mood'
        from generate_series(${first}::int, ${first + PEOPLE - 1}::int) as id on conflict (id) do nothing`);
      await tx.execute(
        sql`update users set erased_at = null, status = 'active', deactivated_at = null where id >= ${first}`,
      );
      for (const { programId, members } of programs) {
        await tx.execute(sql`insert into programs (id, tenant_id, name, purpose, created_at)
          values (${programId}, ${org.tenantId}, 'Random', 'Random', now() - make_interval(days => ${whole(3)}))`);
        const rows = [...members].map(([userId, joinedAt]) => ({
          id: newId(),
          userId,
          state: joinedAt === null ? 'invited' : ['active', 'active', 'completed', 'withdrawn'][whole(4)],
          at: new Date(joinedAt ?? now - 90 * DAY_MS).toISOString(),
        }));
        await tx.execute(sql`insert into enrolments (id, tenant_id, program_id, user_id, state, joined_at)
          select id, ${org.tenantId}, ${programId}, "userId", state, at
          from json_to_recordset(${JSON.stringify(rows)}::json) as row(id text, "userId" int, state text, at timestamptz)`);
      }
      const rows = answers.map((answer) => ({ ...answer, id: newId() }));
      await tx.execute(sql`insert into check_ins (id, tenant_id, user_id, week, version, state, answers, sent_at, was_late,
          created_at, updated_at)
        select id, ${org.tenantId}, "userId", week, 1, 'submitted', json_build_object('mood', json_build_object('value', mood)),
          now(), not "isInTime", now(), now()
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as row(id text, "userId" int, week date, mood int, "isInTime" boolean)`);
    });
  }

  async function readAll(daysAgo: readonly number[]): Promise<Seen> {
    const seen: Seen = new Map();
    await readTenant(api.pool, org.tenantId, async (tx) => {
      for (const { programId } of programs) {
        const scope: InsightsScope = {
          programId,
          programName: 'Random',
          programIds: [programId],
          isOpen: true,
          isPast: true,
          asOf: new Date(now),
          managerIds: null,
          departmentIds: null,
          department: null,
          minGroupSize: k,
        };
        for (const filter of [{ managerIds: [org.manager.userId] }, { departmentIds: [1] }])
          if ((await readMood(tx, { ...scope, ...filter })) !== null) leaks.push(`${programId} by a filter`);
        for (const ago of daysAgo)
          for (const { week, figure } of (
            await readMood(tx, { ...scope, asOf: new Date(now - ago * DAY_MS) })
          )?.weeks ?? []) {
            const key = `${programId} ${week}`;
            const old = seen.get(key);
            if (old && JSON.stringify(old) !== JSON.stringify(figure))
              leaks.push(`${key} changed by the day`);
            seen.set(key, figure);
          }
      }
    });
    return seen;
  }

  /** Every sum and difference of the shown figures of a week covers no one or at least `k` people. */
  function check(seen: Seen) {
    for (const week of weeks) {
      const shown = programs.flatMap(({ programId, members }) => {
        const figure = seen.get(`${programId} ${week}`);
        if (figure?.kind !== 'mean') return [];
        const own = answers.filter((answer) => {
          const joinedAt = members.get(answer.userId) ?? null;
          return answer.week === week && answer.isInTime && joinedAt !== null && joinedAt < Date.parse(week);
        });
        const mean = own.reduce((sum, { mood }) => sum + mood, 0) / own.length;
        if (figure.n !== own.length || figure.mean !== Math.round(mean * 10) / 10)
          leaks.push(`${programId} ${week} is wrong`);
        return [own];
      });
      for (const factors of combinations(shown.length)) {
        const factorOf = new Map<Answer, number>();
        for (const [index, own] of shown.entries())
          for (const answer of own) factorOf.set(answer, (factorOf.get(answer) ?? 0) + (factors[index] ?? 0));
        const support = [...factorOf].filter(([, factor]) => factor !== 0);
        if (support.length > 0 && support.length < k)
          leaks.push(`${week}: ${factors.join(', ')} isolates ${support.length} of ${k}`);
        const isSame = (values: readonly number[]) => new Set(values).size === 1;
        if (isSame(support.map(([, factor]) => factor)) && isSame(support.map(([{ mood }]) => mood)))
          leaks.push(`${week}: ${factors.join(', ')} shows that all answers are the same`);
      }
    }
  }
}

/** All vectors of the factors -2 to 2. */
function combinations(length: number): number[][] {
  if (length === 0) return [[]];
  return combinations(length - 1).flatMap((rest) => [-2, -1, 0, 1, 2].map((factor) => [...rest, factor]));
}
