import { type Database, deleteInBatches, select } from '#server/messaging/database.ts';
import type { ShareChange } from '#server/messaging/log/stateChange.ts';

/**
 * Revoked tokens. Each entry is deleted when its token would have expired. See
 * docs/decisions/0032-messaging-access-tokens.md.
 */
export class RevokedTokens {
  readonly #database: Database;
  readonly #share: ShareChange;
  readonly #expiries = new Map<string, number>();

  constructor(database: Database, share: ShareChange) {
    this.#database = database;
    this.#share = share;
  }

  async load(): Promise<void> {
    const rows = await select<{ signature: string; expires: string }>(
      this.#database,
      'select signature, expires from messaging.revoked_tokens',
    );
    for (const { signature, expires } of rows) this.#expiries.set(signature, Number(expires));
  }

  has(signature: string): boolean {
    return this.#expiries.has(signature);
  }

  async add(signature: string, expiresAt: number): Promise<void> {
    await this.#database.query(
      'insert into messaging.revoked_tokens (signature, expires) values ($1, $2) on conflict do nothing',
      [signature, expiresAt],
    );
    await this.#share({ type: 'tokenRevoked', signature, expiresAt });
  }

  /** A token was revoked by this process or another one. */
  revoked(signature: string, expiresAt: number): void {
    this.#expiries.set(signature, expiresAt);
  }

  async deleteExpired(now: number): Promise<void> {
    const expired = [...this.#expiries]
      .filter(([, expires]) => expires < now)
      .map(([signature]) => signature);
    if (expired.length === 0) return;
    for (const signature of expired) this.#expiries.delete(signature);
    await deleteInBatches(
      this.#database,
      `delete from messaging.revoked_tokens where signature in (
         select signature from messaging.revoked_tokens where expires < $1 order by expires limit $2
       )`,
      now,
    );
  }
}
