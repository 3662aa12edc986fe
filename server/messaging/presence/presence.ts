import { PRESENCE_SUFFIX } from '#server/messaging/identifiers.ts';
import { KIND } from '#server/messaging/log/event.ts';
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
  /** Applies a change in every process, including this one. Resolves with false if that failed. */
  share: (change: PresenceChange) => Promise<boolean>;
  /** Identifies this process in shared changes. */
  process: string;
}

/** A change of presence that all processes apply in the same order. Times are in milliseconds since the epoch. */
export type PresenceChange = { process: string; uuid: string } & (
  | {
      type: 'present';
      channels: readonly string[];
      ttlMs: number | null;
      at: number;
      states: Record<string, Record<string, unknown>>;
    }
  | { type: 'leaving'; channels: readonly string[]; leavesAt: number }
  | { type: 'ended'; channel: string; reason: 'leave' | 'timeout'; at: number }
  | { type: 'stateSet'; channel: string; state: Record<string, unknown>; at: number }
);

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

/** Even a user with a long timeout is shared again after this time, within the log that a new process reads. */
const SHARED_AGAIN_MS = 120_000;
/** A process with an open poll of a leaving user reports it this long before the grace period ends. */
const STAYS_BEFORE_MS = 500;
/** The other processes remove a user this long after the holder should have, because it may have been killed. */
const HOLDER_DELAY_MS = 5_000;

/**
 * Presence of users on channels, in memory. All processes apply the same changes in the order of the event log, so each
 * of them knows about all users. Requests of a user who is known to be present are shared only rarely.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #channels = new Map<string, ChannelPresence>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /**
   * Called for each request that names channels. The first request is a join; later ones extend the timeout. Resolves
   * when this process knows of the change.
   */
  async recordActivity(
    uuid: string,
    names: readonly string[],
    { ttlText, states = {} }: Heartbeat = {},
  ): Promise<void> {
    const now = this.#options.now();
    const givenTtl = readTtl(ttlText);
    const changed: string[] = [];
    const changedStates: Record<string, Record<string, unknown>> = {};
    for (const name of names) {
      const channel = this.#channels.get(name);
      const member = channel?.members.get(uuid);
      const givenState = Object.hasOwn(states, name) ? states[name] : undefined;
      if (isState(givenState)) changedStates[name] = givenState;
      const ttlMs = givenTtl ?? member?.ttlMs ?? this.#options.timeoutMs;
      const isKnown =
        member &&
        member.leavesAt === null &&
        member.ttlMs === ttlMs &&
        !isState(givenState) &&
        now < member.sharedUntil;
      if (!isKnown) {
        changed.push(name);
        continue;
      }
      member.expiresAt = now + ttlMs;
      const state = channel?.states.get(uuid);
      if (state) state.expiresAt = now + ttlMs;
    }
    if (changed.length === 0) return;
    await this.#share({
      type: 'present',
      uuid,
      channels: changed,
      ttlMs: givenTtl,
      at: now,
      states: changedStates,
    });
  }

  async leave(uuid: string, names: readonly string[]): Promise<void> {
    const channels = names.filter((name) => this.#channels.get(name)?.members.get(uuid)?.leavesAt === null);
    if (channels.length === 0) return;
    const { now, leaveGraceMs } = this.#options;
    await this.#share({ type: 'leaving', uuid, channels, leavesAt: now() + leaveGraceMs });
  }

  /** Applies a change from this process or another one. Only the process that shared it announces the result. */
  apply(change: PresenceChange): void {
    const { uuid, process } = change;
    const isOwn = process === this.#options.process;
    switch (change.type) {
      case 'present':
        for (const name of change.channels) this.#setPresent(name, change, isOwn);
        return;
      case 'leaving':
        for (const name of change.channels) {
          const member = this.#channels.get(name)?.members.get(uuid);
          if (!member || member.leavesAt !== null) continue;
          member.leavesAt = change.leavesAt;
          member.holder = process;
        }
        return;
      case 'ended': {
        const channel = this.#channels.get(change.channel);
        const member = channel?.members.get(uuid);
        // Another request may have come first.
        const due = change.reason === 'leave' ? member?.leavesAt : member?.expiresAt;
        if (channel && member && due != null && due <= change.at) {
          const state = this.state(uuid, channel.name);
          this.#remove(channel, uuid, change.reason, isOwn);
          // The user has a poll here, which this process was too busy to report before the grace period ended.
          if (change.reason === 'leave' && this.#hasOpenPoll(uuid, channel.name))
            this.#shareOpenPoll(
              uuid,
              channel.name,
              member.ttlMs,
              isState(state) ? { [channel.name]: state } : {},
            );
        } else if (member) member.isEnding = false;
        return;
      }
      case 'stateSet': {
        const channel = this.#channel(change.channel);
        const ttlMs = channel.members.get(uuid)?.ttlMs ?? this.#options.timeoutMs;
        channel.states.set(uuid, { value: change.state, expiresAt: change.at + ttlMs });
        if (isOwn) this.#announce(channel, { action: 'state-change', uuid, data: change.state });
      }
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
  async setState(uuid: string, name: string, value: Record<string, unknown>): Promise<void> {
    await this.#share({ type: 'stateSet', uuid, channel: name, state: value, at: this.#options.now() });
  }

  /** Called on a timer: handles timeouts, leaves whose grace period has ended, and due interval events. */
  tick(): void {
    const now = this.#options.now();
    for (const channel of this.#channels.values()) {
      for (const [uuid, member] of channel.members) {
        if (!member.isEnding) this.#endIfDue(channel, uuid, member, now);
      }
      for (const [uuid, { expiresAt }] of channel.states) if (expiresAt <= now) channel.states.delete(uuid);
      if (channel.hasChanges && channel.nextIntervalAt <= now) this.#announceInterval(channel);
      if (channel.isEmpty) this.#channels.delete(channel.name);
    }
  }

  #endIfDue(channel: ChannelPresence, uuid: string, member: Member, now: number): void {
    const { process, leaveGraceMs } = this.#options;
    const isHolder = member.holder === process;
    const delay = isHolder ? 0 : HOLDER_DELAY_MS;
    const { leavesAt } = member;
    if (leavesAt !== null) {
      const staysAt = isHolder ? leavesAt : leavesAt - Math.min(STAYS_BEFORE_MS, leaveGraceMs / 2);
      if (staysAt <= now && this.#hasOpenPoll(uuid, channel.name)) {
        member.leavesAt = null;
        this.#shareOpenPoll(uuid, channel.name, member.ttlMs);
        return;
      }
    }
    const reason = leavesAt !== null && leavesAt + delay <= now ? 'leave' : 'timeout';
    if (reason === 'timeout' && member.expiresAt + delay > now) return;
    member.isEnding = true;
    void this.#share({ type: 'ended', uuid, channel: channel.name, reason, at: now }).then((isShared) => {
      if (!isShared) member.isEnding = false;
    });
  }

  #setPresent(name: string, change: PresenceChange & { type: 'present' }, isOwn: boolean): void {
    const { uuid, process, at, states } = change;
    const channel = this.#channel(name);
    const member = channel.members.get(uuid);
    const ttlMs = change.ttlMs ?? member?.ttlMs ?? this.#options.timeoutMs;
    const expiresAt = at + ttlMs;
    const given = states[name];
    if (given) channel.states.set(uuid, { value: given, expiresAt });
    const state = channel.states.get(uuid);
    if (state) state.expiresAt = expiresAt;
    const sharedUntil = at + Math.min(ttlMs / 2, SHARED_AGAIN_MS);
    // A map keeps the order of the first insertion, which is the order of joining.
    channel.members.set(uuid, {
      ttlMs,
      expiresAt,
      leavesAt: null,
      sharedUntil,
      holder: process,
      isEnding: false,
    });
    if (!member && isOwn) this.#announceChange(channel, uuid, 'join');
  }

  #shareOpenPoll(
    uuid: string,
    channel: string,
    ttlMs: number,
    states: Record<string, Record<string, unknown>> = {},
  ): void {
    void this.#share({
      type: 'present',
      uuid,
      channels: [channel],
      ttlMs,
      at: this.#options.now(),
      states,
    });
  }
  #share(change: DistributiveOmit<PresenceChange, 'process'>): Promise<boolean> {
    const { share, process } = this.#options;
    return share({ ...change, process });
  }

  #channel(name: string): ChannelPresence {
    const existing = this.#channels.get(name);
    if (existing) return existing;
    const channel = new ChannelPresence(name);
    this.#channels.set(name, channel);
    return channel;
  }
  #remove(channel: ChannelPresence, uuid: string, change: Change, isOwn: boolean): void {
    channel.members.delete(uuid);
    channel.states.delete(uuid);
    if (isOwn) this.#announceChange(channel, uuid, change);
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

type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never;

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
