-- The secret address at which calendar programs read a person's sessions (decision 0067).
create table calendar_feeds (
  tenant_id int not null references tenants (id),
  user_id int not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('calendar_feeds');

-- Calendars of a person that say when they are busy: an uploaded file, or an address that is read again and again.
create table calendar_sources (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  user_id int not null,
  name text not null,
  -- Encrypted with a key that is not in the database. Null: an uploaded file.
  address text,
  created_at timestamptz not null,
  -- The last time that it was read without an error.
  read_at timestamptz,
  tried_at timestamptz,
  failure text,
  -- Busy times that were found for the next 12 months.
  times int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index calendar_sources_by_user on calendar_sources (tenant_id, user_id);
create index calendar_sources_by_time on calendar_sources (tenant_id, tried_at) where address is not null;
select enforce_tenant_isolation('calendar_sources');

-- Only from when until when: no titles, places or people.
create table calendar_busy (
  tenant_id int not null,
  source_id text not null,
  user_id int not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (tenant_id, source_id, starts_at),
  check (starts_at < ends_at),
  foreign key (tenant_id, source_id) references calendar_sources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index calendar_busy_by_user on calendar_busy (tenant_id, user_id, ends_at);
select enforce_tenant_isolation('calendar_busy');
