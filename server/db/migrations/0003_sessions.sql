-- A session is one sign-in: the family of all refresh tokens that follow from it.
create table sessions (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  user_id int not null,
  created_at timestamptz not null,
  -- However often it is refreshed, it ends then.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text,
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sessions_by_user on sessions (tenant_id, user_id);
select keep_tenants_apart('sessions');

-- Tokens are kept as hashes: who reads this table cannot sign in with it.
create table refresh_tokens (
  hash bytea primary key,
  tenant_id int not null references tenants (id),
  session_id text not null,
  created_at timestamptz not null,
  replaced_at timestamptz,
  successor_hash bytea,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index refresh_tokens_by_session on refresh_tokens (tenant_id, session_id);
select keep_tenants_apart('refresh_tokens');

-- The messaging tokens that were given to a session, so that any server process can take them back.
create table messaging_tokens (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  session_id text not null,
  token text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index messaging_tokens_by_session on messaging_tokens (tenant_id, session_id);
select keep_tenants_apart('messaging_tokens');

-- Refused sign-ins, by account and by address. The key is a hash, so the table names nobody; an account that does not
-- exist is counted like any other.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null
);
create index sign_in_failures_by_key on sign_in_failures (key, at);
create index sign_in_failures_by_time on sign_in_failures (at);
grant select, insert, delete on sign_in_failures to trellis_door;
