-- What a transaction wants to be told to the world is written with it and delivered after it, at least once.
-- The dedupe key makes one event one row; the id goes with the message, so that its receiver shows it once.
create table notifications_outbox (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  position bigint generated always as identity,
  receiver_id int not null,
  dedupe_key text not null,
  body jsonb not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  -- Some process is delivering it until then.
  leased_until timestamptz,
  not_before timestamptz not null,
  sent_at timestamptz,
  -- Refused by the messaging service for good; kept for whoever looks into it.
  refused_at timestamptz,
  refused_because text,
  unique (tenant_id, dedupe_key),
  foreign key (tenant_id, receiver_id) references users (tenant_id, id)
);
create index outbox_waiting on notifications_outbox (receiver_id, position)
  where sent_at is null and refused_at is null;
select keep_tenants_apart('notifications_outbox', 'select, insert');
create policy delivers on notifications_outbox to trellis_courier using (true) with check (true);
grant select, update, delete on notifications_outbox to trellis_courier;
