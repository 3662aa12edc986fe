import fc from 'fast-check';
import { conditionOf, type Measure, matches, measureNames, stages } from '#contract/insights/measures.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { asOwner, readTenant, withTenant } from '#server/db/withTenant.ts';
import { findPeople } from '#server/insights/people.ts';
import { readInsights } from '#server/insights/readInsights.ts';
import { findPart, type InsightsScope } from '#server/insights/scope.ts';
import { readStepFigures } from '#server/insights/steps.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { insertProgram } from './insertProgram.ts';
import { classify, type Draw, type RandomEnrolment, randomEnrolments, type World } from './randomProgram.ts';

jest.setTimeout(30 * 60_000);

const DAY = 24 * 60 * 60_000;
const PROGRAMS = Number(process.env.INSIGHT_PROGRAMS ?? 8);
/** Number of days for each program, each with a random scope. */
const DAYS = 4;

onEachDatabase((open) => {
  let api: TestApi;
  let org: TestOrganisation;
  let world: World;
  let lines: Map<number, Set<number>>;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
    org = await api.organisation();
    ({ world, lines } = await createWorld(api, org));
  });
  afterAll(() => api.close());

  it('matches the stored rows for every person, on every past day, in every scope', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const draw = () => g(fc.double, { min: 0, max: 1, maxExcluded: true, noNaN: true });
        const selectionMin = 1 + Math.floor(draw() * 2);
        const enrolments = randomEnrolments(world, selectionMin, draw);
        const programId = newId();
        await withTenant(api.pool, org.tenantId, (tx) =>
          insertProgram(tx, world, { programId, selectionMin, enrolments }),
        );
        for (let n = 0; n < DAYS; n += 1) {
          const asOf = world.start + draw() * 110 * DAY;
          const managerId =
            draw() < 0.3 ? ([...lines.keys()][Math.floor(draw() * lines.size)] ?? null) : null;
          const departmentId = draw() < 0.3 ? (world.people[0]?.departmentId ?? null) : null;
          const part = { managerId, departmentId };
          const scope: InsightsScope = {
            programId,
            programName: 'Random',
            programIds: [programId],
            isOpen: true,
            isPast: true,
            asOf: new Date(Math.floor(asOf)),
            ...(await readTenant(api.pool, org.tenantId, (tx) => findPart(tx, part))),
            department: null,
            minGroupSize: 5,
          };
          await compare(scope, part, { enrolments, selectionMin, draw });
          compared += 1;
        }
      }),
      { numRuns: PROGRAMS },
    );
    expect(compared).toBe(PROGRAMS * DAYS);
  });

  async function compare(
    scope: InsightsScope,
    { managerId, departmentId }: { managerId: number | null; departmentId: number | null },
    {
      enrolments: all,
      selectionMin,
      draw,
    }: { enrolments: readonly RandomEnrolment[]; selectionMin: number; draw: Draw },
  ) {
    const asOf = scope.asOf.getTime();
    const members = all
      .filter(
        ({ joinedAt, person }) =>
          joinedAt <= asOf &&
          all.every(
            (later) =>
              later.person !== person ||
              later.cycle <= 1 ||
              later.joinedAt > asOf ||
              later.joinedAt <= joinedAt,
          ),
      )
      .filter(({ person }) => managerId === null || lines.get(managerId)?.has(person.userId))
      .filter(({ person }) => departmentId === null || person.departmentId === departmentId)
      .map((one) => ({ one, facts: classify(world, one, selectionMin, asOf) }));
    const count = (measure: Measure, part = {}) =>
      members.filter(({ facts }) => matches(conditionOf(measure, part), facts)).length;
    const read = await readInsights((work) => readTenant(api.pool, org.tenantId, work), scope);
    const { insights, lists, standing } = await readTenant(api.pool, org.tenantId, async (tx) => {
      const viewer = { userId: org.admin.userId };
      const parts = [
        ...measureNames.map((measure) => ({ measure })),
        ...read.stopped.map(({ stage, outcome }) => ({
          measure: 'invited' as const,
          stopped: stage,
          outcome,
        })),
        ...read.reasons.map(({ reason }) => ({ measure: 'stalled' as const, reason })),
      ];
      const found = [];
      const some = parts.filter(() => draw() < 2 / parts.length);
      for (const filter of some)
        found.push({ filter, page: await findPeople(tx, viewer, scope, filter, { limit: 500 }) });
      for (const { month, accepted } of read.cohorts.slice(0, 1)) {
        const filter = { measure: 'accepted' as const, joined: month };
        const page = await findPeople(tx, viewer, scope, filter, { limit: 500 });
        found.push({ filter, page, people: accepted });
      }
      const standing = await readStepFigures(tx, scope);
      for (const { stepKey, learners, stalled } of standing.data.slice(0, 2)) {
        const filters = [
          { measure: 'learners' as const, step: stepKey, people: learners },
          { measure: 'stalled' as const, step: stepKey, people: stalled },
        ];
        for (const { people, ...filter } of filters)
          found.push({ filter, page: await findPeople(tx, viewer, scope, filter, { limit: 500 }), people });
      }
      for (const topic of read.topics.slice(0, 1))
        for (const topicState of ['chosen', 'completed'] as const)
          found.push({
            filter: { measure: 'invited' as const, topic: topic.topicId, topicState },
            page: await findPeople(
              tx,
              viewer,
              scope,
              { measure: 'invited', topic: topic.topicId, topicState },
              { limit: 500 },
            ),
            people: topic[topicState],
          });
      return { insights: read, lists: found, standing };
    });

    // Each number is the count of people whose own history meets the condition.
    for (const measure of measureNames)
      expect([measure, insights.counts[measure]]).toEqual([measure, count(measure)]);
    const taking = members.filter(({ facts }) => ['open', 'completed'].includes(facts.outcome));
    const sum = (of: (one: (typeof members)[number]) => number) =>
      taking.reduce((total, one) => total + of(one), 0);
    expect(insights.steps).toEqual({
      done: sum(({ facts }) => facts.done),
      total: sum(({ facts }) => facts.total),
    });
    for (const [index, { topicId }] of world.topics.entries()) {
      const chosen = members.filter(({ facts }) => facts.state.chosen.has(index));
      expect(insights.topics.find((topic) => topic.topicId === topicId)).toMatchObject({
        chosen: chosen.length,
        completed: chosen.filter(({ facts }) => facts.state.completed.has(index)).length,
      });
    }

    // The current step of a learner is the first open step of their topics, in the order of the program.
    const places = members
      .filter(({ facts }) => facts.isLearner)
      .flatMap(({ facts: { state, reason } }) => {
        const topics = [...state.chosen.keys()].sort((a, b) => a - b);
        const next = topics
          .flatMap((topic) => world.topics[topic]?.versions[(state.versions.get(topic) ?? 1) - 1] ?? [])
          .find(({ stepKey }) => !state.done.has(stepKey));
        return next ? [{ stepKey: next.stepKey, isStalled: reason !== null }] : [];
      });
    expect(
      Object.fromEntries(
        standing.data.map(({ stepKey, learners, stalled }) => [stepKey, [learners, stalled]]),
      ),
    ).toEqual(
      Object.fromEntries(
        [...Map.groupBy(places, ({ stepKey }) => stepKey)].map(([stepKey, list]) => [
          stepKey,
          [list.length, list.filter(({ isStalled }) => isStalled).length],
        ]),
      ),
    );

    // The parts of a number add up to it, and to all people.
    const add = (list: readonly { people: number }[]) =>
      list.reduce((total, { people }) => total + people, 0);
    expect(add(insights.stopped)).toBe(members.length);
    expect(add(insights.reasons)).toBe(insights.counts.stalled);
    for (const [index, stage] of stages.slice(0, -1).entries())
      expect(insights.counts[stage] - insights.counts[stages[index + 1]!]).toBe(
        add(insights.stopped.filter((row) => row.stage === stage)),
      );
    for (const key of ['invited', 'accepted', 'completed'] as const)
      expect(insights.departments.reduce((total, row) => total + row[key], 0)).toBe(insights.counts[key]);
    expect(insights.coaches.reduce((total, { learners }) => total + learners, 0)).toBe(
      insights.counts.learners,
    );
    expect(insights.coaches.reduce((total, { stalled }) => total + stalled, 0)).toBe(insights.counts.stalled);
    for (const [key, measure] of [
      ['accepted', 'accepted'],
      ['firstStep', 'first_step'],
      ['half', 'half'],
      ['completed', 'completed'],
    ] as const)
      expect(insights.cohorts.reduce((total, row) => total + row[key], 0)).toBe(insights.counts[measure]);
    if (insights.weeks.length > 0) expect(insights.weeks.at(-1)?.done).toBe(insights.steps.done);

    // The rows behind a number are these people.
    for (const { filter, page, people } of lists) {
      const expected = people ?? count(filter.measure, filter);
      expect([filter, page.total, page.data.length]).toEqual([filter, expected, expected]);
      expect(new Set(page.data.map(({ person }) => person.userId)).size).toBe(expected);
    }
  }
});

/**
 * People with departments, managers on 2 levels, a leaver and check-ins; topics, one of them with 2 versions.
 */
async function createWorld(api: TestApi, org: TestOrganisation) {
  const start = api.clock.now().getTime() - 110 * DAY;
  return asOwner(api.pool, org.tenantId, async (tx) => {
    const members = [org.learner, org.manager, org.coach, org.admin, org.colleague, org.newcomer];
    const deactivatedAt = start + 70 * DAY;
    await tx
      .update(users)
      .set({ status: 'deactivated', deactivatedAt: new Date(deactivatedAt) })
      .where(eq(users.id, org.newcomer.userId));
    await tx.update(users).set({ managerId: null });
    await tx.update(users).set({ managerId: org.colleague.userId }).where(eq(users.id, org.manager.userId));
    await tx.execute(
      sql`update users set manager_id = ${org.manager.userId} where id in (${org.learner.userId}, ${org.newcomer.userId})`,
    );
    const { rows } = await tx.execute<{ id: number; departmentId: number | null; managerId: number | null }>(
      sql`select id, department_id as "departmentId", manager_id as "managerId" from users order by id`,
    );
    await tx.execute(sql`insert into topic_versions (tenant_id, topic_id, n, published_at)
      values (${org.tenantId}, ${org.topicIds[0]}, 2, now())`);
    for (const [position, stepKey] of [org.stepKeys[0]?.[0], newId(), newId()].entries())
      await tx.execute(sql`insert into topic_steps (tenant_id, topic_id, n, step_key, position, title, kind, minutes, body)
        values (${org.tenantId}, ${org.topicIds[0]}, 2, ${stepKey}, ${position}, 'Step', ${position === 2 ? 'session' : 'content'}, 5, 'Text')`);
    const steps = await tx.execute<{ topicId: string; n: number; stepKey: string; kind: string }>(
      sql`select topic_id as "topicId", n, step_key as "stepKey", kind from topic_steps where required order by topic_id, n, position`,
    );
    const checkIns = new Map([[org.learner.userId, [start + 50 * DAY]]]);
    await tx.execute(sql`insert into check_ins (id, tenant_id, user_id, week, version, state, answers, sent_at, created_at, updated_at)
      values (${newId()}, ${org.tenantId}, ${org.learner.userId}, '2020-01-06', 1, 'submitted', '{"mood":{"value":3}}',
        ${new Date(start + 50 * DAY).toISOString()}, now(), now())`);
    const below = (id: number): number[] =>
      rows
        .filter(({ managerId }) => managerId === id)
        .flatMap(({ id: report }) => [report, ...below(report)]);
    const world: World = {
      start,
      people: rows
        .filter(({ id }) => members.some(({ userId }) => userId === id))
        .map(({ id, departmentId }) => ({
          userId: id,
          departmentId,
          deactivatedAt: id === org.newcomer.userId ? deactivatedAt : null,
        })),
      topics: org.topicIds.map((topicId) => ({
        topicId,
        versions: [1, 2]
          .map((n) =>
            steps.rows
              .filter((step) => step.topicId === topicId && step.n === n)
              .map(({ stepKey, kind }) => ({ stepKey, own: kind !== 'session' && kind !== 'survey' })),
          )
          .filter((list) => list.length > 0),
      })),
      coachIds: [org.coach.userId, org.manager.userId],
      checkIns,
    };
    const lines = new Map([org.manager, org.colleague].map(({ userId }) => [userId, new Set(below(userId))]));
    return { world, lines };
  });
}
