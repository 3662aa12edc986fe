import type { Caller } from '#server/messaging/access/accessManager.ts';
import { type Queryable, select } from '#server/messaging/database.ts';
import { RateLimit } from '#server/messaging/http/rateLimit.ts';
import { tooManyRequests } from '#server/messaging/http/response.ts';

const WINDOW_MS = 60_000;
/** Number of shared channels in the cache. The oldest are evicted first. */
const CACHE_SIZE = 10_000;

/**
 * Limits what a token holder can store in channels without another member. No list shows such a channel, so it would
 * only use storage. The token holder's own membership does not count, because they can create it themselves.
 */
export class UnsharedLimit {
  readonly #database: Queryable;
  readonly #limit: RateLimit;
  readonly #shared = new Set<string>();

  constructor(database: Queryable, perMinute: number, now: () => number) {
    this.#database = database;
    this.#limit = new RateLimit(perMinute, now, WINDOW_MS);
  }

  /** Throws a 429 above the limit. The count comes before the lookup, so that refused requests cost no query. */
  async check({ token, uuid }: Caller, channel: string): Promise<void> {
    if (token === null || this.#shared.has(channel)) return;
    const person = uuid ?? token.signature;
    if (!this.#limit.allows(person)) throw tooManyRequests();
    const [other] = await select(
      this.#database,
      'select 1 from messaging.memberships where channel_id = $1 and user_id <> $2 limit 1',
      [channel, person],
    );
    if (!other) return;
    this.#limit.refund(person);
    if (this.#shared.size >= CACHE_SIZE) this.#shared.delete(this.#shared.values().next().value ?? '');
    this.#shared.add(channel);
  }

  sweep(): void {
    this.#limit.sweep();
  }
}
