-- Requests of a directory that were refused (decision 0056). Equal ones are one row with their number.
create table directory_errors (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  token_id text not null,
  -- Method and kind of resource, such as `POST /Users`.
  request text not null,
  user_id int,
  group_id text,
  -- The userName or displayName of a person or group that was not created.
  sent_name text,
  status int not null,
  detail text not null,
  times int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, token_id) references directory_tokens (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index directory_errors_by_time on directory_errors (last_at);
select enforce_tenant_isolation('directory_errors');
create policy maintenance_deletes_old on directory_errors to trellis_maintenance using (true);
grant select (tenant_id, id, last_at), delete on directory_errors to trellis_maintenance;

-- Two administrators who save the settings of single sign-on at once.
alter table sign_on_settings
  add column version int not null default 1,
  add column changed_by int,
  add column changed_at timestamptz;
