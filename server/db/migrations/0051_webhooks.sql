-- Webhooks (decision 0059).
create table webhook_endpoints (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  url text not null,
  -- The types of the events that are sent.
  events text[] not null,
  -- Encrypted with a key that is not in the database. Both secrets sign until the former one ends.
  secret text not null,
  secret_created_at timestamptz not null,
  former_secret text,
  former_secret_until timestamptz,
  state text not null check (state in ('on', 'off', 'failed')),
  -- Since when every attempt has failed; null if the last one succeeded.
  failing_since timestamptz,
  last_success_at timestamptz,
  created_by int not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('webhook_endpoints');

-- An event for one endpoint, with its attempts.
create table webhook_deliveries (
  tenant_id int not null,
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  endpoint_id text not null,
  -- The same in every delivery of the event, so that a receiver can drop duplicates.
  message_id text not null,
  type text not null,
  -- What is sent, as JSON: ids and states, no names or addresses.
  body text not null,
  created_at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  -- The HTTP status of the last attempt, or why there is none.
  status int,
  failure text,
  duration_ms int,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (tenant_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);
select enforce_tenant_isolation('webhook_deliveries');
create policy maintenance_deletes_old on webhook_deliveries to trellis_maintenance using (true);
grant select (tenant_id, id, created_at), delete on webhook_deliveries to trellis_maintenance;
