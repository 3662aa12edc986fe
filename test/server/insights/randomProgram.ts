import type { PersonClass } from '#contract/insights/measures.ts';
import { newId } from '#server/db/ids.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** A number from 0 (included) to 1, from the generator of the test. */
export type Draw = () => number;

export interface WorldPerson {
  userId: number;
  departmentId: number | null;
  deactivatedAt: number | null;
}
/** Topics with the required steps of each version; `own` says whether the learner records the step. */
export interface WorldTopic {
  topicId: string;
  versions: { stepKey: string; own: boolean }[][];
}
export interface World {
  people: readonly WorldPerson[];
  topics: readonly WorldTopic[];
  coachIds: readonly number[];
  start: number;
  /** Times of check-ins by user id. */
  checkIns: ReadonlyMap<number, readonly number[]>;
}

type Event = { at: number } & (
  | { kind: 'accept' | 'decline' | 'withdraw' }
  | { kind: 'choose' | 'remove' | 'complete' | 'reopen' | 'ask' | 'answer'; topic: number }
  | { kind: 'upgrade'; topic: number; from: number }
  | { kind: 'do' | 'undo' | 'practise'; stepKey: string }
  | { kind: 'session'; startsAt: number; endedAt: number | null; isHeld: boolean }
);

/** The life of one person in a program, as the product would record it. */
export interface RandomEnrolment {
  enrolmentId: string;
  person: WorldPerson;
  cycle: number;
  isInvited: boolean;
  joinedAt: number;
  coachId: number | null;
  dueOn: string | null;
  events: Event[];
  final: State;
}

interface State {
  state: 'invited' | 'declined' | 'taking' | 'completed' | 'withdrawn';
  invitedAt: number;
  acceptedAt: number | null;
  endedAt: number | null;
  chosen: Map<number, number>;
  versions: Map<number, number>;
  done: Set<string>;
  completed: Set<number>;
  asked: Set<number>;
  lastActivityAt: number | null;
  practised: number;
  sessions: Extract<Event, { kind: 'session' }>[];
}

/** The state after all events up to a time, as a snapshot at that time would contain it. */
export function replay(
  { events, isInvited, joinedAt }: Pick<RandomEnrolment, 'events' | 'isInvited' | 'joinedAt'>,
  until: number,
): State {
  const state: State = {
    state: isInvited ? 'invited' : 'taking',
    invitedAt: joinedAt,
    acceptedAt: isInvited ? null : joinedAt,
    endedAt: null,
    chosen: new Map(),
    versions: new Map(),
    done: new Set(),
    completed: new Set(),
    asked: new Set(),
    lastActivityAt: null,
    practised: 0,
    sessions: [],
  };
  for (const event of events) {
    if (event.at > until) break;
    const isActivity = ['do', 'undo', 'practise', 'complete'].includes(event.kind);
    if (isActivity) state.lastActivityAt = event.at;
    switch (event.kind) {
      case 'accept':
        Object.assign(state, { state: 'taking', acceptedAt: event.at, endedAt: null });
        break;
      case 'decline':
        Object.assign(state, { state: 'declined', endedAt: event.at });
        break;
      case 'withdraw':
        Object.assign(state, { state: 'withdrawn', endedAt: event.at });
        state.asked.clear();
        break;
      case 'choose':
        state.chosen.set(event.topic, event.at);
        if (!state.versions.has(event.topic)) state.versions.set(event.topic, 1);
        break;
      case 'remove':
        state.chosen.delete(event.topic);
        state.asked.delete(event.topic);
        break;
      case 'upgrade':
        state.versions.set(event.topic, event.from + 1);
        break;
      case 'ask':
        state.asked.add(event.topic);
        break;
      case 'answer':
        state.asked.delete(event.topic);
        break;
      case 'do':
        state.done.add(event.stepKey);
        break;
      case 'undo':
        state.done.delete(event.stepKey);
        break;
      case 'practise':
        state.practised += 1;
        break;
      case 'complete':
        state.completed.add(event.topic);
        if ([...state.chosen.keys()].every((topic) => state.completed.has(topic)))
          Object.assign(state, { state: 'completed', endedAt: event.at });
        break;
      case 'reopen':
        state.completed.delete(event.topic);
        Object.assign(state, { state: 'taking', endedAt: null });
        break;
      case 'session':
        state.sessions.push(event);
    }
  }
  return state;
}

const requiredOf = (world: World, state: State) =>
  [...state.chosen.keys()].flatMap(
    (topic) => world.topics[topic]?.versions[(state.versions.get(topic) ?? 1) - 1] ?? [],
  );

/** Counted from the events of one person alone, without any of the product's SQL. */
export function classify(
  world: World,
  enrolment: RandomEnrolment,
  selectionMin: number,
  asOf: number,
): PersonClass & { done: number; total: number; state: State } {
  const state = replay(enrolment, asOf);
  const { person, coachId, dueOn } = enrolment;
  const steps = requiredOf(world, state);
  const done = steps.filter(({ stepKey }) => state.done.has(stepKey)).length;
  const ended = { declined: 'declined', completed: 'completed', withdrawn: 'withdrawn' } as const;
  const outcome =
    state.state in ended
      ? ended[state.state as keyof typeof ended]
      : person.deactivatedAt !== null && person.deactivatedAt <= asOf
        ? 'left'
        : 'open';
  const hasTopics = state.chosen.size >= selectionMin;
  const stage =
    state.acceptedAt === null
      ? 1
      : outcome === 'completed'
        ? 6
        : !hasTopics
          ? 2
          : done === 0
            ? 3
            : 2 * done < steps.length
              ? 4
              : 5;
  const isLearner = state.acceptedAt !== null && outcome === 'open';
  const held = state.sessions.filter(({ isHeld, endedAt }) => isHeld && endedAt !== null && endedAt <= asOf);
  const lastActivityAt = Math.max(
    state.acceptedAt ?? 0,
    ...state.chosen.values(),
    state.lastActivityAt ?? 0,
    ...held.map(({ startsAt }) => startsAt),
    ...(state.acceptedAt === null
      ? []
      : (world.checkIns.get(person.userId) ?? []).filter((at) => at <= asOf)),
  );
  const isBooked = state.sessions.some(
    ({ startsAt, endedAt }) => startsAt > asOf && (endedAt === null || endedAt > asOf),
  );
  const reason =
    !isLearner || lastActivityAt > asOf - 21 * DAY
      ? null
      : !hasTopics
        ? 'no_topics'
        : state.asked.size > 0
          ? 'no_answer'
          : coachId !== null && !isBooked
            ? 'no_session'
            : steps.length > 0 && done >= steps.length
              ? 'not_completed'
              : steps.some(({ own, stepKey }) => own && !state.done.has(stepKey))
                ? 'no_step'
                : 'blocked';
  const due = dueOn === null ? null : Date.parse(`${dueOn}T00:00:00Z`) + DAY;
  const pace =
    !isLearner || due === null
      ? null
      : due <= Math.floor(asOf / DAY) * DAY
        ? 'overdue'
        : !hasTopics
          ? null
          : done <
              Math.floor(
                (steps.length * (asOf - (state.acceptedAt ?? 0))) /
                  Math.max(1_000, due - (state.acceptedAt ?? 0)),
              )
            ? 'behind'
            : 'on_pace';
  return {
    stage,
    outcome,
    isLearner,
    isRecent: isLearner && lastActivityAt > asOf - 28 * DAY,
    reason,
    pace,
    done,
    total: steps.length,
    state,
  };
}

/** Enrolments of random people with random histories of 100 days, one or two cycles each. */
export function randomEnrolments(world: World, selectionMin: number, draw: Draw): RandomEnrolment[] {
  const whole = (below: number) => Math.floor(draw() * below);
  const someone = (ids: readonly number[]) => ids[whole(ids.length)] ?? null;
  return world.people.flatMap((person) => {
    if (draw() < 0.15) return [];
    const list: RandomEnrolment[] = [];
    let at = world.start + whole(40 * 24) * HOUR;
    for (let cycle = 1; cycle <= 2; cycle += 1) {
      const coachId = draw() < 0.7 ? someone(world.coachIds.filter((id) => id !== person.userId)) : null;
      const dueOn = draw() < 0.7 ? new Date(at + (5 + whole(120)) * DAY).toISOString().slice(0, 10) : null;
      const enrolment: RandomEnrolment = {
        enrolmentId: newId(),
        person,
        cycle,
        isInvited: cycle === 1 || draw() < 0.5,
        joinedAt: at,
        coachId,
        dueOn,
        events: [],
        final: null as unknown as State,
      };
      addEvents(world, enrolment, selectionMin, draw);
      enrolment.final = replay(enrolment, Number.POSITIVE_INFINITY);
      list.push(enrolment);
      at = (enrolment.events.at(-1)?.at ?? at) + 6 * HOUR;
      const { state } = enrolment.final;
      if (state === 'invited' || state === 'taking' || draw() < 0.5) break;
    }
    return list;
  });
}

function addEvents(world: World, enrolment: RandomEnrolment, selectionMin: number, draw: Draw) {
  const whole = (below: number) => Math.floor(draw() * below);
  const pick = <T>(list: readonly T[]): T | undefined => list[whole(list.length)];
  let at = enrolment.joinedAt;
  for (let n = whole(22); n > 0; n -= 1) {
    at += (1 + whole(draw() < 0.2 ? 600 : 60)) * HOUR + whole(60) * 60_000;
    if (at >= world.start + 100 * DAY) return;
    const event = nextEvent(replay(enrolment, Number.POSITIVE_INFINITY));
    if (event) enrolment.events.push({ ...event, at } as Event);
  }

  function nextEvent(state: State): Record<string, unknown> | null {
    const luck = draw();
    if (state.state === 'invited')
      return luck < 0.75 ? { kind: 'accept' } : luck < 0.9 ? { kind: 'decline' } : null;
    if (state.state === 'declined') return luck < 0.4 ? { kind: 'accept' } : null;
    if (state.state === 'withdrawn') return null;
    if (state.state === 'completed') {
      const topic = pick([...state.completed]);
      return luck < 0.4 && topic !== undefined ? { kind: 'reopen', topic } : null;
    }
    const all = world.topics.map((_topic, index) => index);
    const chosen = [...state.chosen.keys()];
    const open = chosen.filter((topic) => !state.completed.has(topic));
    if (chosen.length < selectionMin || luck < 0.1) {
      const topic = pick(all.filter((one) => !state.chosen.has(one)));
      return topic === undefined ? null : { kind: 'choose', topic };
    }
    if (luck < 0.14 && open.length > 0 && chosen.length > selectionMin)
      return { kind: 'remove', topic: pick(open) };
    if (luck < 0.17) return { kind: 'withdraw' };
    if (luck < 0.27) {
      const startsAt = at + (12 + whole(200)) * HOUR;
      const endedAt = draw() < 0.6 ? startsAt + HOUR : draw() < 0.5 ? at + 2 * HOUR : null;
      return { kind: 'session', startsAt, endedAt, isHeld: endedAt !== null && endedAt > startsAt };
    }
    const ready = open.filter((topic) =>
      (world.topics[topic]?.versions[(state.versions.get(topic) ?? 1) - 1] ?? []).every(({ stepKey }) =>
        state.done.has(stepKey),
      ),
    );
    if (luck < 0.3) {
      const topic = pick(open.filter((one) => !state.asked.has(one)));
      return topic === undefined ? null : { kind: 'ask', topic };
    }
    if (luck < 0.33) {
      const topic = pick([...state.asked]);
      return topic === undefined ? null : { kind: 'answer', topic };
    }
    if (luck < 0.37) {
      const topic = pick(
        open.filter((one) => (world.topics[one]?.versions.length ?? 1) > (state.versions.get(one) ?? 1)),
      );
      return topic === undefined ? null : { kind: 'upgrade', topic, from: state.versions.get(topic) ?? 1 };
    }
    if (luck < 0.5 && ready.length > 0) return { kind: 'complete', topic: pick(ready) };
    const steps = requiredOf(world, state);
    if (luck < 0.56) {
      const stepKey = pick([...state.done]);
      return stepKey === undefined ? null : { kind: 'undo', stepKey };
    }
    if (luck < 0.66) {
      const stepKey = pick(steps)?.stepKey;
      return stepKey === undefined ? null : { kind: 'practise', stepKey };
    }
    const stepKey = pick(steps.filter((step) => !state.done.has(step.stepKey)))?.stepKey;
    return stepKey === undefined ? null : { kind: 'do', stepKey };
  }
}
