import { type PgTable, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import {
  enrolmentHistory,
  enrolments,
  enrolmentTopics,
  goals,
  programs,
  programTopics,
  stepRecords,
  topicCompletions,
  topicConfirmations,
} from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { RandomEnrolment, World } from './randomProgram.ts';

interface RandomProgram {
  programId: string;
  selectionMin: number;
  enrolments: readonly RandomEnrolment[];
}

/**
 * Writes the rows that the product would have written for these histories. Records of steps are written one after
 * another.
 */
export async function insertProgram(tx: TenantTransaction, world: World, program: RandomProgram) {
  const { tenantId } = tx;
  const { programId, selectionMin } = program;
  const date = (at: number) => new Date(at);
  await tx
    .insert(programs)
    .values({ id: programId, tenantId, name: 'Random', purpose: 'Random', selectionMin });
  await insertAll(
    tx,
    programTopics,
    world.topics.map(({ topicId }, position) => ({ tenantId, programId, topicId, position })),
  );
  const rows = program.enrolments.map((one) => ({ one, ...rowsOf(one) }));
  await insertAll(
    tx,
    enrolments,
    rows.map(({ one, accepted }) => {
      const { state } = one.final;
      return {
        id: one.enrolmentId,
        tenantId,
        programId,
        userId: one.person.userId,
        cycle: one.cycle,
        coachId: one.coachId,
        dueOn: one.dueOn,
        state: state === 'taking' ? ('active' as const) : state,
        joinedAt: date(accepted?.at ?? one.joinedAt),
        invitedAt: accepted ? date(one.joinedAt) : null,
        finishedAt: one.final.endedAt === null ? null : date(one.final.endedAt),
      };
    }),
  );
  for (const [table, list] of [
    [enrolmentHistory, rows.flatMap(({ history }) => history)],
    [enrolmentTopics, rows.flatMap(({ pins }) => pins)],
    [goals, rows.flatMap(({ goals: list }) => list)],
    [topicCompletions, rows.flatMap(({ completions }) => completions)],
    [topicConfirmations, rows.flatMap(({ confirmations }) => confirmations)],
    [coachingSessions, rows.flatMap(({ sessions }) => sessions)],
  ] as const)
    await insertAll(tx, table, list);
  const records = rows.flatMap(({ records: list }) => list);
  for (let wave = 0; ; wave += 1) {
    const values = records.filter((record) => record.wave === wave).map(({ wave: _wave, ...row }) => row);
    if (values.length === 0) return;
    await tx
      .insert(stepRecords)
      .values(values)
      .onConflictDoUpdate({
        target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
        set: {
          state: sql`excluded.state`,
          count: sql`excluded.count`,
          doneAt: sql`excluded.done_at`,
          updatedAt: sql`excluded.updated_at`,
        },
      });
  }

  function rowsOf(one: RandomEnrolment) {
    const keys = { tenantId, enrolmentId: one.enrolmentId };
    const accepted = one.events.findLast(({ kind }) => kind === 'accept');
    const history: (typeof enrolmentHistory.$inferInsert)[] = [];
    const list: (typeof goals.$inferInsert)[] = [];
    const completions: (typeof topicCompletions.$inferInsert)[] = [];
    const confirmations: (typeof topicConfirmations.$inferInsert)[] = [];
    const sessions: (typeof coachingSessions.$inferInsert)[] = [];
    const records: (typeof stepRecords.$inferInsert & { wave: number })[] = [];
    const now = new Map<string, { count: number; doneAt: Date | null; wave: number }>();
    let ended: { state: 'declined' | 'completed'; since: Date } | null = null;
    const topicIdOf = (topic: number) => world.topics[topic]?.topicId ?? '';
    const isOf = (topic: number) => (row: { topicId?: string | null }) => row.topicId === topicIdOf(topic);
    const answer = (open: typeof confirmations, at: Date) => {
      for (const row of open)
        if (!row.answeredAt) Object.assign(row, { answeredAt: at, outcome: 'returned' });
    };
    let completed = new Set<number>();
    let chosen = new Set<number>();
    for (const event of one.events) {
      const at = date(event.at);
      switch (event.kind) {
        case 'accept':
          if (ended) history.push({ ...keys, ...ended, until: at });
          ended = null;
          break;
        case 'decline':
          ended = { state: 'declined', since: at };
          break;
        case 'withdraw':
          answer(confirmations, at);
          break;
        case 'choose':
          chosen = new Set([...chosen, event.topic]);
          list.push({ id: newId(), ...keys, topicId: topicIdOf(event.topic), selectedAt: at });
          break;
        case 'remove':
          chosen = new Set([...chosen].filter((topic) => topic !== event.topic));
          Object.assign(list.findLast(isOf(event.topic)) ?? {}, { removedAt: at });
          answer(confirmations.filter(isOf(event.topic)), at);
          break;
        case 'upgrade':
          history.push({ ...keys, topicId: topicIdOf(event.topic), n: event.from, until: at });
          break;
        case 'ask':
          confirmations.push({ id: newId(), ...keys, topicId: topicIdOf(event.topic), askedAt: at });
          break;
        case 'answer':
          answer(confirmations.filter(isOf(event.topic)), at);
          break;
        case 'complete': {
          const n = completions.filter(isOf(event.topic)).length + 1;
          completions.push({ ...keys, topicId: topicIdOf(event.topic), n, completedAt: at });
          completed = new Set([...completed, event.topic]);
          if ([...chosen].every((topic) => completed.has(topic))) ended = { state: 'completed', since: at };
          break;
        }
        case 'reopen':
          Object.assign(completions.findLast(isOf(event.topic)) ?? {}, { reopenedAt: at });
          completed = new Set([...completed].filter((topic) => topic !== event.topic));
          if (ended) history.push({ ...keys, ...ended, until: at });
          ended = null;
          break;
        case 'session':
          sessions.push({
            id: newId(),
            ...keys,
            learnerId: one.person.userId,
            peerId: world.people.find(({ userId }) => userId !== one.person.userId)?.userId ?? 0,
            kind: 'remote',
            minutes: 45,
            state: event.endedAt === null ? 'scheduled' : event.isHeld ? 'held' : 'cancelled',
            startsAt: date(event.startsAt),
            confirmedAt: at,
            endedAt: event.endedAt === null ? null : date(event.endedAt),
            createdAt: at,
            createdBy: one.person.userId,
          });
          break;
        case 'do':
        case 'undo':
        case 'practise': {
          const before = now.get(event.stepKey) ?? { count: 0, doneAt: null, wave: -1 };
          const record = {
            count: before.count + (event.kind === 'practise' ? 1 : 0),
            doneAt: event.kind === 'practise' ? before.doneAt : event.kind === 'do' ? at : null,
            wave: before.wave + 1,
          };
          now.set(event.stepKey, record);
          const state = record.doneAt ? ('done' as const) : ('started' as const);
          records.push({ ...keys, stepKey: event.stepKey, state, updatedAt: at, ...record });
        }
      }
    }
    const pins = [...one.final.versions].map(([topic, n]) => ({ ...keys, topicId: topicIdOf(topic), n }));
    return { accepted, history, goals: list, completions, confirmations, sessions, records, pins };
  }
}

async function insertAll<Table extends PgTable>(
  tx: TenantTransaction,
  table: Table,
  values: readonly Table['$inferInsert'][],
) {
  if (values.length > 0) await tx.insert(table).values([...values]);
}
