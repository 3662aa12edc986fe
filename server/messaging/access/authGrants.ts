import { type Database, select } from '../database.ts';
import { wildcardsOver } from '../messages/names.ts';
import type { Bit, Resource } from './permissions.ts';

export type GrantKind = 'all' | 'channel' | 'group' | 'uuid';
const KIND_OF: Record<Resource, GrantKind> = { channels: 'channel', groups: 'group', uuids: 'uuid' };

export interface AuthGrant {
  /** Empty: whoever asks. */
  authKey: string;
  kind: GrantKind;
  /** Empty for `all`. */
  name: string;
  bits: number;
  /** Milliseconds since the epoch; null: for ever. */
  expiresAt: number | null;
}

/** The older kind of access: what an auth key may, looked up at each request. In memory and in the database. */
export class AuthGrants {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #grants = new Map<string, AuthGrant>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async load(): Promise<void> {
    const rows = await select<Omit<AuthGrant, 'expiresAt'> & { expires: string | null }>(
      this.#database,
      'select auth_key as "authKey", kind, name, bits, expires from messaging.auth_grants',
    );
    for (const { expires, ...grant } of rows) {
      this.#remember({ ...grant, expiresAt: expires === null ? null : Number(expires) });
    }
  }

  async set(grants: readonly AuthGrant[]): Promise<void> {
    await this.#database.query(
      `insert into messaging.auth_grants (auth_key, kind, name, bits, expires)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bigint[])
       on conflict (auth_key, kind, name) do update set bits = excluded.bits, expires = excluded.expires`,
      [
        grants.map(({ authKey }) => authKey),
        grants.map(({ kind }) => kind),
        grants.map(({ name }) => name),
        grants.map(({ bits }) => bits),
        grants.map(({ expiresAt }) => expiresAt),
      ],
    );
    for (const grant of grants) this.#remember(grant);
  }

  allows(authKey: string, resource: Resource, name: string, bit: Bit): boolean {
    const names = resource === 'channels' ? [name, ...wildcardsOver(name)] : [name];
    const keys = authKey === '' ? [''] : ['', authKey];
    return keys.some(
      (key) =>
        this.#has(key, 'all', '', bit) || names.some((one) => this.#has(key, KIND_OF[resource], one, bit)),
    );
  }

  async forgetExpired(now: number): Promise<void> {
    const ended = [...this.#grants].filter(([, { expiresAt }]) => expiresAt !== null && expiresAt < now);
    if (ended.length === 0) return;
    for (const [key] of ended) this.#grants.delete(key);
    await this.#database.query('delete from messaging.auth_grants where expires < $1', [now]);
  }

  #has(authKey: string, kind: GrantKind, name: string, bit: Bit): boolean {
    const grant = this.#grants.get(keyOf(authKey, kind, name));
    if (!grant || (grant.bits & bit) === 0) return false;
    return grant.expiresAt === null || grant.expiresAt > this.#now();
  }
  #remember(grant: AuthGrant): void {
    this.#grants.set(keyOf(grant.authKey, grant.kind, grant.name), grant);
  }
}

// A comma can stand in none of the three: lists are split at it.
const keyOf = (authKey: string, kind: GrantKind, name: string): string => `${kind},${name},${authKey}`;
