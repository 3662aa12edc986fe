/** Who is present on one channel. */
export interface Member {
  ttlMs: number;
  expiresAt: number;
  /** Left, and not yet said so: whoever is back by then never left. */
  leavesAt: number | null;
}

export type Change = 'join' | 'leave' | 'timeout';

export class Room {
  readonly channel: string;
  readonly members = new Map<string, Member>();
  /** State by user; it may be set before its user is present. */
  readonly states = new Map<string, { value: Record<string, unknown>; expiresAt: number }>();
  /** What the next interval event tells, when the room is too full for single ones. */
  #changes = new Map<string, Change>();
  nextIntervalAt = 0;

  constructor(channel: string) {
    this.channel = channel;
  }
  get isEmpty(): boolean {
    return this.members.size === 0 && this.states.size === 0 && this.#changes.size === 0;
  }
  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }
  note(uuid: string, change: Change): void {
    this.#changes.set(uuid, change);
  }
  /** The changes since the last interval, which begins anew. */
  takeChanges(): Record<Change, string[]> {
    const of = (wanted: Change) =>
      [...this.#changes].filter(([, change]) => change === wanted).map(([uuid]) => uuid);
    const changes = { join: of('join'), leave: of('leave'), timeout: of('timeout') };
    this.#changes = new Map();
    return changes;
  }
}
