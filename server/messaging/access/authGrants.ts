import { type Database, deleteInBatches, select } from '#server/messaging/database.ts';
import { wildcardsCovering } from '#server/messaging/identifiers.ts';
import type { ShareChange } from '#server/messaging/log/stateChange.ts';
import type { Bit, Resource } from './permissions.ts';

export type GrantKind = 'all' | 'channel' | 'group' | 'uuid';
const KIND_OF: Record<Resource, GrantKind> = { channels: 'channel', groups: 'group', uuids: 'uuid' };

export interface AuthGrant {
  /** Empty: all clients. */
  authKey: string;
  kind: GrantKind;
  /** Empty for `all`. */
  name: string;
  bits: number;
  /** Milliseconds since the epoch; null: never expires. */
  expiresAt: number | null;
}

/** Permissions of auth keys (Access Manager version 2). In memory and in the database. */
export class AuthGrants {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #share: ShareChange;
  readonly #grants = new Map<string, AuthGrant>();

  constructor(database: Database, now: () => number, share: ShareChange) {
    this.#database = database;
    this.#now = now;
    this.#share = share;
  }

  async load(): Promise<void> {
    const rows = await select<Omit<AuthGrant, 'expiresAt'> & { expires: string | null }>(
      this.#database,
      'select auth_key as "authKey", kind, name, bits, expires from messaging.auth_grants',
    );
    for (const { expires, ...grant } of rows) {
      this.#cache({ ...grant, expiresAt: expires === null ? null : Number(expires) });
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
    await this.#share({ type: 'grantsSet', grants });
  }

  /** Grants were set by this process or another one. */
  changed(grants: readonly AuthGrant[]): void {
    for (const grant of grants) this.#cache(grant);
  }

  allows(authKey: string, resource: Resource, name: string, bit: Bit): boolean {
    const names = resource === 'channels' ? [name, ...wildcardsCovering(name)] : [name];
    const keys = authKey === '' ? [''] : ['', authKey];
    return keys.some(
      (key) =>
        this.#has(key, 'all', '', bit) ||
        names.some((target) => this.#has(key, KIND_OF[resource], target, bit)),
    );
  }

  async deleteExpired(now: number): Promise<void> {
    const expired = [...this.#grants].filter(([, { expiresAt }]) => expiresAt !== null && expiresAt < now);
    if (expired.length === 0) return;
    for (const [key] of expired) this.#grants.delete(key);
    await deleteInBatches(
      this.#database,
      `delete from messaging.auth_grants where (auth_key, kind, name) in (
         select auth_key, kind, name from messaging.auth_grants where expires < $1 order by expires limit $2
       )`,
      now,
    );
  }

  #has(authKey: string, kind: GrantKind, name: string, bit: Bit): boolean {
    const grant = this.#grants.get(keyOf(authKey, kind, name));
    if (!grant || (grant.bits & bit) === 0) return false;
    return grant.expiresAt === null || grant.expiresAt > this.#now();
  }
  #cache(grant: AuthGrant): void {
    this.#grants.set(keyOf(grant.authKey, grant.kind, grant.name), grant);
  }
}

// None of the 3 can contain a comma, because lists are split at commas.
const keyOf = (authKey: string, kind: GrantKind, name: string): string => `${kind},${name},${authKey}`;
