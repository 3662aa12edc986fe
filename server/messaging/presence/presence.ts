import { KIND } from '../messages/event.ts';
import { PRESENCE_SUFFIX } from '../messages/names.ts';
import { type Change, type Member, Room } from './room.ts';

export interface PresenceOptions {
  now: () => number;
  /** How long somebody is present after their last request, unless their client says otherwise. */
  timeoutMs: number;
  /** How long after a leave it is told: a reload is over by then. */
  leaveGraceMs: number;
  /** Above this occupancy changes are gathered into interval events. */
  announceMax: number;
  intervalMs: number;
  /** Says an event on a channel; not stored. */
  announce: (event: { channel: string; kind: typeof KIND.presence; payload: string; stored: false }) => void;
}

/** Something that listens: while it is open its user has not left. */
interface Listener {
  lanes: ReadonlyMap<string, string>;
}

export interface Sighting {
  /** Seconds, as the client sent them. */
  ttlText?: string | undefined;
  states?: Record<string, unknown>;
}

const TTL_MAX_S = 3_600;
export const STATE_MAX_LENGTH = 16_384;
/** An interval event with longer lists says instead that here-now should be asked. */
const INTERVAL_MAX_LENGTH = 30_000;

/** Who is where. In memory only: after a restart everybody is seen again with their next request. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Each request that names channels is a sign of life. The first one is a join. */
  seen(uuid: string, channels: readonly string[], { ttlText, states = {} }: Sighting = {}): void {
    const now = this.#options.now();
    const givenTtl = readTtl(ttlText);
    for (const channel of channels) {
      const room = this.#room(channel);
      const given = Object.hasOwn(states, channel) ? states[channel] : undefined;
      const member = room.members.get(uuid);
      const ttlMs = givenTtl ?? member?.ttlMs ?? this.#options.timeoutMs;
      if (isState(given)) room.states.set(uuid, { value: given, expiresAt: now + ttlMs });
      const state = room.states.get(uuid);
      if (state) state.expiresAt = now + ttlMs;
      if (member) {
        member.ttlMs = ttlMs;
        member.expiresAt = now + ttlMs;
        member.leavesAt = null;
      } else {
        room.members.set(uuid, { ttlMs, expiresAt: now + ttlMs, leavesAt: null });
        this.#changed(room, uuid, 'join');
      }
    }
  }

  leave(uuid: string, channels: readonly string[]): void {
    for (const channel of channels) {
      const member = this.#rooms.get(channel)?.members.get(uuid);
      if (member) member.leavesAt ??= this.#options.now() + this.#options.leaveGraceMs;
    }
  }

  pollOpened(uuid: string | null, listener: Listener): void {
    if (uuid === null) return;
    const listeners = this.#listeners.get(uuid);
    if (listeners) listeners.add(listener);
    else this.#listeners.set(uuid, new Set([listener]));
  }
  pollClosed(uuid: string | null, listener: Listener): void {
    if (uuid === null) return;
    const listeners = this.#listeners.get(uuid);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(uuid);
  }

  /** Whoever is there now, in the order of their arrival. */
  present(channel: string): string[] {
    const room = this.#rooms.get(channel);
    if (!room) return [];
    return [...room.members].filter((entry) => this.#isPresent(room, entry)).map(([uuid]) => uuid);
  }
  occupancy(channel: string): number {
    const room = this.#rooms.get(channel);
    if (!room) return 0;
    let count = 0;
    for (const entry of room.members) if (this.#isPresent(room, entry)) count++;
    return count;
  }
  occupiedChannels(): string[] {
    return [...this.#rooms.keys()].filter((channel) => this.occupancy(channel) > 0);
  }
  channelsOf(uuid: string): string[] {
    return this.occupiedChannels().filter((channel) => {
      const room = this.#rooms.get(channel);
      const member = room?.members.get(uuid);
      return room && member && this.#isPresent(room, [uuid, member]);
    });
  }

  state(uuid: string, channel: string): Record<string, unknown> {
    return this.#rooms.get(channel)?.states.get(uuid)?.value ?? {};
  }
  setState(uuid: string, channel: string, value: Record<string, unknown>): void {
    const room = this.#room(channel);
    const ttlMs = room.members.get(uuid)?.ttlMs ?? this.#options.timeoutMs;
    room.states.set(uuid, { value, expiresAt: this.#options.now() + ttlMs });
    this.#say(room, { action: 'state-change', uuid, data: value });
  }

  /** To be called every moment: timeouts, leaves whose grace is over, intervals that are due. */
  tick(): void {
    const now = this.#options.now();
    for (const room of this.#rooms.values()) {
      for (const [uuid, member] of room.members) {
        if (member.leavesAt !== null && member.leavesAt <= now) {
          if (this.#listens(uuid, room.channel)) member.leavesAt = null;
          else this.#remove(room, uuid, 'leave');
        } else if (member.expiresAt <= now) this.#remove(room, uuid, 'timeout');
      }
      for (const [uuid, { expiresAt }] of room.states) if (expiresAt <= now) room.states.delete(uuid);
      if (room.hasChanges && room.nextIntervalAt <= now) this.#sayInterval(room);
      if (room.isEmpty) this.#rooms.delete(room.channel);
    }
  }

  #room(channel: string): Room {
    const known = this.#rooms.get(channel);
    if (known) return known;
    const room = new Room(channel);
    this.#rooms.set(channel, room);
    return room;
  }
  #remove(room: Room, uuid: string, change: Change): void {
    room.members.delete(uuid);
    room.states.delete(uuid);
    this.#changed(room, uuid, change);
  }
  #changed(room: Room, uuid: string, change: Change): void {
    // What is gathered already is told first: a join after its own leave would make a ghost.
    if (room.hasChanges || room.members.size > this.#options.announceMax) {
      if (!room.hasChanges) room.nextIntervalAt = this.#options.now() + this.#options.intervalMs;
      room.note(uuid, change);
      return;
    }
    const data = change === 'join' ? room.states.get(uuid)?.value : undefined;
    this.#say(room, { action: change, uuid, ...(data && { data }) });
  }
  #sayInterval(room: Room): void {
    const changes = room.takeChanges();
    const isLong = JSON.stringify(changes).length > INTERVAL_MAX_LENGTH;
    this.#say(room, { action: 'interval', ...(isLong ? { here_now_refresh: true } : changes) });
  }
  #say(room: Room, event: { action: string } & Record<string, unknown>): void {
    const { now, announce } = this.#options;
    const { action, ...rest } = event;
    const timestamp = Math.floor(now() / 1_000);
    announce({
      channel: room.channel + PRESENCE_SUFFIX,
      kind: KIND.presence,
      payload: JSON.stringify({ action, timestamp, occupancy: this.occupancy(room.channel), ...rest }),
      stored: false,
    });
  }
  #isPresent(room: Room, [uuid, member]: readonly [string, Member]): boolean {
    return member.leavesAt === null || this.#listens(uuid, room.channel);
  }
  #listens(uuid: string, channel: string): boolean {
    for (const { lanes } of this.#listeners.get(uuid) ?? []) if (lanes.has(channel)) return true;
    return false;
  }
}

function readTtl(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,6}$/.test(text) || Number(text) === 0) return null;
  return Math.min(Number(text), TTL_MAX_S) * 1_000;
}

/** A heartbeat may carry `{}` for want of anything else: that erases nothing. */
const isState = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  JSON.stringify(value).length <= STATE_MAX_LENGTH;
