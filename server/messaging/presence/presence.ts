import { PRESENCE_SUFFIX } from '#server/messaging/identifiers.ts';
import { KIND } from '#server/messaging/messages/event.ts';
import { type Change, ChannelPresence, type Member } from './channelPresence.ts';

export interface PresenceOptions {
  now: () => number;
  /** How long a user stays present after the last request, unless the client sends its own timeout. */
  timeoutMs: number;
  /** Delay of leave events, so that a page reload is not announced. */
  leaveGraceMs: number;
  /** Above this occupancy, changes are collected into interval events (PubNub's "announce max"). */
  announceMax: number;
  intervalMs: number;
  /** Publishes a presence event. */
  announce: (event: { channel: string; kind: typeof KIND.presence; payload: string; stored: false }) => void;
}

/** An open poll. Its user stays present while it is open. */
interface Listener {
  routingKeys: ReadonlyMap<string, string>;
}

export interface Heartbeat {
  /** Timeout in seconds, as sent by the client. */
  ttlText?: string | undefined;
  states?: Record<string, unknown>;
}

const TTL_MAX_S = 3_600;
export const STATE_MAX_LENGTH = 16_384;
/** An interval event with longer lists tells clients to call here-now instead. */
const INTERVAL_MAX_LENGTH = 30_000;

/** Presence of users on channels. It is only in memory: after a restart, users join again with their next request. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #channels = new Map<string, ChannelPresence>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Called for each request that names channels. The first request is a join; later ones extend the timeout. */
  recordActivity(uuid: string, names: readonly string[], { ttlText, states = {} }: Heartbeat = {}): void {
    const now = this.#options.now();
    const givenTtl = readTtl(ttlText);
    for (const name of names) {
      const channel = this.#channel(name);
      const givenState = Object.hasOwn(states, name) ? states[name] : undefined;
      const member = channel.members.get(uuid);
      const ttlMs = givenTtl ?? member?.ttlMs ?? this.#options.timeoutMs;
      if (isState(givenState)) channel.states.set(uuid, { value: givenState, expiresAt: now + ttlMs });
      const state = channel.states.get(uuid);
      if (state) state.expiresAt = now + ttlMs;
      if (member) {
        member.ttlMs = ttlMs;
        member.expiresAt = now + ttlMs;
        member.leavesAt = null;
      } else {
        channel.members.set(uuid, { ttlMs, expiresAt: now + ttlMs, leavesAt: null });
        this.#announceChange(channel, uuid, 'join');
      }
    }
  }

  leave(uuid: string, names: readonly string[]): void {
    for (const name of names) {
      const member = this.#channels.get(name)?.members.get(uuid);
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

  /** The users present on a channel, in the order in which they joined. */
  occupants(name: string): string[] {
    const channel = this.#channels.get(name);
    if (!channel) return [];
    return [...channel.members].filter((entry) => this.#isPresent(channel, entry)).map(([uuid]) => uuid);
  }
  /** The number of users present on a channel. */
  occupancy(name: string): number {
    const channel = this.#channels.get(name);
    if (!channel) return 0;
    let count = 0;
    for (const entry of channel.members) if (this.#isPresent(channel, entry)) count++;
    return count;
  }
  occupiedChannels(): string[] {
    return [...this.#channels.keys()].filter((name) => this.occupancy(name) > 0);
  }
  channelsOf(uuid: string): string[] {
    return this.occupiedChannels().filter((name) => {
      const channel = this.#channels.get(name);
      const member = channel?.members.get(uuid);
      return channel && member && this.#isPresent(channel, [uuid, member]);
    });
  }

  state(uuid: string, name: string): Record<string, unknown> {
    return this.#channels.get(name)?.states.get(uuid)?.value ?? {};
  }
  setState(uuid: string, name: string, value: Record<string, unknown>): void {
    const channel = this.#channel(name);
    const ttlMs = channel.members.get(uuid)?.ttlMs ?? this.#options.timeoutMs;
    channel.states.set(uuid, { value, expiresAt: this.#options.now() + ttlMs });
    this.#announce(channel, { action: 'state-change', uuid, data: value });
  }

  /** Called on a timer: handles timeouts, leaves whose grace period has ended, and due interval events. */
  tick(): void {
    const now = this.#options.now();
    for (const channel of this.#channels.values()) {
      for (const [uuid, member] of channel.members) {
        if (member.leavesAt !== null && member.leavesAt <= now) {
          if (this.#hasOpenPoll(uuid, channel.name)) member.leavesAt = null;
          else this.#remove(channel, uuid, 'leave');
        } else if (member.expiresAt <= now) this.#remove(channel, uuid, 'timeout');
      }
      for (const [uuid, { expiresAt }] of channel.states) if (expiresAt <= now) channel.states.delete(uuid);
      if (channel.hasChanges && channel.nextIntervalAt <= now) this.#announceInterval(channel);
      if (channel.isEmpty) this.#channels.delete(channel.name);
    }
  }

  #channel(name: string): ChannelPresence {
    const existing = this.#channels.get(name);
    if (existing) return existing;
    const channel = new ChannelPresence(name);
    this.#channels.set(name, channel);
    return channel;
  }
  #remove(channel: ChannelPresence, uuid: string, change: Change): void {
    channel.members.delete(uuid);
    channel.states.delete(uuid);
    this.#announceChange(channel, uuid, change);
  }
  #announceChange(channel: ChannelPresence, uuid: string, change: Change): void {
    // A change is also deferred if earlier ones are: a leave must not be announced before its join.
    if (channel.hasChanges || channel.members.size > this.#options.announceMax) {
      if (!channel.hasChanges) channel.nextIntervalAt = this.#options.now() + this.#options.intervalMs;
      channel.addChange(uuid, change);
      return;
    }
    const data = change === 'join' ? channel.states.get(uuid)?.value : undefined;
    this.#announce(channel, { action: change, uuid, ...(data && { data }) });
  }
  #announceInterval(channel: ChannelPresence): void {
    const changes = channel.takeChanges();
    const isLong = JSON.stringify(changes).length > INTERVAL_MAX_LENGTH;
    this.#announce(channel, { action: 'interval', ...(isLong ? { here_now_refresh: true } : changes) });
  }
  #announce(channel: ChannelPresence, event: { action: string } & Record<string, unknown>): void {
    const { now, announce } = this.#options;
    const { action, ...rest } = event;
    const timestamp = Math.floor(now() / 1_000);
    announce({
      channel: channel.name + PRESENCE_SUFFIX,
      kind: KIND.presence,
      payload: JSON.stringify({ action, timestamp, occupancy: this.occupancy(channel.name), ...rest }),
      stored: false,
    });
  }
  #isPresent(channel: ChannelPresence, [uuid, member]: readonly [string, Member]): boolean {
    return member.leavesAt === null || this.#hasOpenPoll(uuid, channel.name);
  }
  #hasOpenPoll(uuid: string, name: string): boolean {
    for (const { routingKeys } of this.#listeners.get(uuid) ?? []) if (routingKeys.has(name)) return true;
    return false;
  }
}

function readTtl(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,6}$/.test(text) || Number(text) === 0) return null;
  return Math.min(Number(text), TTL_MAX_S) * 1_000;
}

/** Some clients send `{}` with a heartbeat. It does not clear the state. */
const isState = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  JSON.stringify(value).length <= STATE_MAX_LENGTH;
