export interface Member {
  ttlMs: number;
  expiresAt: number;
  /** Set after a leave request. A request of the same user before this time cancels the leave. */
  leavesAt: number | null;
  /** How long the other processes know the user as present without hearing from this one. */
  sharedUntil: number;
  /** The process with the user's last request. It announces the end. */
  holder: string;
  /** This process is about to remove the user. */
  isEnding: boolean;
}

export type Change = 'join' | 'leave' | 'timeout';

/** The users present on one channel. */
export class ChannelPresence {
  readonly name: string;
  readonly members = new Map<string, Member>();
  /** State by user. It can be set before the user joins. */
  readonly states = new Map<string, { value: Record<string, unknown>; expiresAt: number }>();
  /** Changes for the next interval event, used if the occupancy is too high for single events. */
  #changes = new Map<string, Change>();
  nextIntervalAt = 0;

  constructor(name: string) {
    this.name = name;
  }
  get isEmpty(): boolean {
    return this.members.size === 0 && this.states.size === 0 && this.#changes.size === 0;
  }
  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }
  addChange(uuid: string, change: Change): void {
    this.#changes.set(uuid, change);
  }
  /** Returns the changes since the last interval event, and clears them. */
  takeChanges(): Record<Change, string[]> {
    const uuidsOf = (wanted: Change) =>
      [...this.#changes].filter(([, change]) => change === wanted).map(([uuid]) => uuid);
    const changes = { join: uuidsOf('join'), leave: uuidsOf('leave'), timeout: uuidsOf('timeout') };
    this.#changes = new Map();
    return changes;
  }
}
