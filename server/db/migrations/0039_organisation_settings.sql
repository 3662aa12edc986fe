-- What administrators set for their organisation. An organisation without a row has the default values.
create table organisation_settings (
  tenant_id int primary key references tenants (id),
  version int not null default 1,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  logo_id text,
  sign_in_text text,
  time_zone text not null default 'UTC',
  locale text,
  -- Times of day in each person's time zone, such as 20:00.
  quiet_from text,
  quiet_until text,
  check_in_cadence text not null default 'weekly' check (check_in_cadence in ('weekly', 'two-weeks', 'monthly')),
  managers_may_launch boolean not null default false,
  min_group_size int not null default 5 check (min_group_size between 3 and 20),
  mail_record_days int not null default 30 check (mail_record_days between 1 and 365),
  link_record_days int not null default 30 check (link_record_days between 1 and 365),
  changed_by int,
  changed_at timestamptz,
  check ((quiet_from is null) = (quiet_until is null)),
  foreign key (tenant_id, changed_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('organisation_settings', 'select, insert, update');
-- Accent, logo and text of the sign-in page; days of retention.
create policy auth_reads on organisation_settings for select to trellis_auth using (true);
grant select (tenant_id, accent, logo_id, sign_in_text) on organisation_settings to trellis_auth;
create policy outbox_reads_retention on organisation_settings for select to trellis_outbox using (true);
grant select (tenant_id, mail_record_days, link_record_days) on organisation_settings to trellis_outbox;

-- Logos are requested by <img>, which sends no token: an id cannot be guessed and is never used again.
create table organisation_logos (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  bytes bytea not null,
  unique (tenant_id, id)
);
create index organisation_logos_by_tenant on organisation_logos (tenant_id);
select enforce_tenant_isolation('organisation_logos');
create policy auth_reads on organisation_logos for select to trellis_auth using (true);
grant select on organisation_logos to trellis_auth;
alter table organisation_settings
  add foreign key (tenant_id, logo_id) references organisation_logos (tenant_id, id);

-- The time zone of people who are added without one, however they are added.
create function default_time_zone() returns text language sql stable as
$$ select coalesce((select time_zone from organisation_settings where tenant_id = current_tenant()), 'UTC') $$;
alter table users alter column time_zone set default default_time_zone();

-- The language of the organisation is part of the sessions of people without one of their own.
create trigger announce_change after insert or update on organisation_settings for each row
  execute function announce_session_change();
grant update (name) on tenants to trellis_app;
