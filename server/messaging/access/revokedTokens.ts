import { type Database, select } from '../database.ts';

/** Tokens that were taken back before they ended; forgotten once they would have ended anyway. */
export class RevokedTokens {
  readonly #database: Database;
  readonly #expiries = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
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
    this.#expiries.set(signature, expiresAt);
  }

  async forgetExpired(now: number): Promise<void> {
    const ended = [...this.#expiries].filter(([, expires]) => expires < now).map(([signature]) => signature);
    if (ended.length === 0) return;
    for (const signature of ended) this.#expiries.delete(signature);
    await this.#database.query('delete from messaging.revoked_tokens where expires < $1', [now]);
  }
}
