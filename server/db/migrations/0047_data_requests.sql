-- Requests of people about their own data: a copy of it, or its erasure.
create table data_requests (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  user_id int not null,
  kind text not null check (kind in ('export', 'erasure')),
  state text not null check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  requested_at timestamptz not null,
  -- An erasure begins then. An export must be ready by then.
  due_at timestamptz not null,
  ended_at timestamptz,
  percent int not null default 0 check (percent between 0 and 100),
  -- Of the archive of an export.
  bytes bigint,
  unique (tenant_id, id),
  check ((ended_at is null) = (state in ('waiting', 'running'))),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index one_open_data_request on data_requests (tenant_id, user_id, kind) where ended_at is null;
create index data_requests_by_time on data_requests (tenant_id, requested_at desc);
select enforce_tenant_isolation('data_requests', 'select, insert, update');

-- The archive of an export in parts, so that it is never in memory as a whole.
create table data_request_parts (
  tenant_id int not null,
  request_id text not null,
  n int not null,
  content bytea not null,
  primary key (tenant_id, request_id, n),
  foreign key (tenant_id, request_id) references data_requests (tenant_id, id)
);
select enforce_tenant_isolation('data_request_parts', 'select, insert, delete');

-- Set when the personal data of the account was erased; the account can never be used again.
alter table users add column erased_at timestamptz;
