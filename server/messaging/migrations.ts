import { type Database, select, transact } from './database.ts';

/** Key of the advisory lock. It differs from the key of the processes' lock. */
const MIGRATION_LOCK = [0x6d736773, 2] as const;

/**
 * Migration steps of the schema. A released step must not be changed.
 * Names use `collate "C"`, so that order and prefixes do not depend on the server's locale.
 */
const STEPS: readonly string[] = [
  `
  create table messaging.clock (
    only_row boolean primary key default true check (only_row),
    reserved bigint not null
  );
  insert into messaging.clock (reserved) values (0);

  create table messaging.messages (
    channel text collate "C" not null,
    timetoken bigint not null,
    publisher text,
    kind smallint not null,
    custom_type text,
    payload text not null,
    meta text,
    expires bigint,
    primary key (channel, timetoken)
  );
  create index messages_expires on messaging.messages (expires) where expires is not null;

  create table messaging.message_actions (
    channel text collate "C" not null,
    message_timetoken bigint not null,
    action_timetoken bigint not null,
    publisher text not null,
    type text not null,
    value text not null,
    primary key (channel, action_timetoken),
    unique (channel, message_timetoken, publisher, type, value)
  );

  create table messaging.users (
    id text collate "C" primary key,
    name text, external_id text, profile_url text, email text,
    type text, status text, custom jsonb,
    updated timestamptz not null, etag text not null
  );
  create table messaging.channels (
    id text collate "C" primary key,
    name text, description text,
    type text, status text, custom jsonb,
    updated timestamptz not null, etag text not null
  );
  create table messaging.memberships (
    user_id text collate "C" not null,
    channel_id text collate "C" not null,
    type text, status text, custom jsonb,
    updated timestamptz not null, etag text not null,
    primary key (user_id, channel_id)
  );
  create index memberships_channel on messaging.memberships (channel_id, user_id);

  create table messaging.channel_groups (
    name text collate "C" not null,
    channel text collate "C" not null,
    primary key (name, channel)
  );

  create table messaging.auth_grants (
    auth_key text collate "C" not null,
    kind text not null check (kind in ('all', 'channel', 'group', 'uuid')),
    name text collate "C" not null,
    bits smallint not null,
    expires bigint,
    primary key (auth_key, kind, name)
  );
  create table messaging.revoked_tokens (
    signature text primary key,
    expires bigint not null
  );

  create table messaging.files (
    channel text collate "C" not null,
    id text not null,
    name text not null,
    size integer not null,
    type text not null,
    created timestamptz not null,
    primary key (channel, id)
  );
  `,
  `
  create table messaging.instance (
    only_row boolean primary key default true check (only_row),
    id text not null
  );
  create index files_id on messaging.files (id);
  create index files_created on messaging.files (created);
  create index revoked_tokens_expires on messaging.revoked_tokens (expires);
  create index auth_grants_expires on messaging.auth_grants (expires) where expires is not null;
  `,
  `
  alter table messaging.clock
    add column logged bigint not null default 0,
    add column previous bigint not null default 0;
  create table messaging.log (
    last bigint primary key,
    previous bigint not null,
    process text not null,
    number bigint not null,
    entries text not null,
    unique (process, number)
  );
  alter table messaging.log alter column entries set storage external;
  `,
];

/** Migrates the schema `messaging` to the newest step, in one transaction. */
export async function migrate(database: Database): Promise<void> {
  await transact(database, async (tx) => {
    await tx.query('set local statement_timeout = 0'); // another instance may hold the lock for a long time
    // Serializes processes that start at the same time. `if not exists` alone fails if two create a schema at the same
    // time.
    await tx.query('select pg_advisory_xact_lock($1, $2)', [...MIGRATION_LOCK]);
    await tx.query('create schema if not exists messaging');
    await tx.query('create table if not exists messaging.migrations (step integer primary key)');
    const done = await select<{ step: number }>(tx, 'select step from messaging.migrations');
    for (const [step, sql] of STEPS.entries()) {
      if (done.some((row) => row.step === step)) continue;
      await tx.query(sql);
      await tx.query('insert into messaging.migrations (step) values ($1)', [step]);
    }
  });
}
