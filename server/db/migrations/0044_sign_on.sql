-- Single sign-on of an organisation through its identity provider (decision 0055).
create table sign_on_settings (
  tenant_id int primary key references tenants (id),
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key that is not in the database.
  client_secret text not null,
  secret_saved_at timestamptz not null,
  -- Increases when issuer, client or secret change, so that a test counts only for the values that were tested.
  provider_version int not null default 1,
  tested_version int,
  tested_at timestamptz,
  mode text not null check (mode in ('off', 'allowed', 'enforced')),
  -- The administrator who can sign in with a password even if single sign-on is enforced.
  emergency_admin_id int,
  creates_people boolean not null,
  check (mode <> 'enforced' or (emergency_admin_id is not null and tested_version is not distinct from provider_version)),
  foreign key (tenant_id, emergency_admin_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('sign_on_settings', 'select, insert, update');
-- The sign-in page shows whether an organisation uses single sign-on.
create policy auth_reads on sign_on_settings for select to trellis_auth using (true);
grant select (tenant_id, mode) on sign_on_settings to trellis_auth;

-- What membership in a group of the identity provider means here, in the order of the list.
create table sign_on_groups (
  tenant_id int not null references tenants (id),
  position int not null,
  group_name text not null,
  -- Null: people in the group are administrators.
  department_id int,
  primary key (tenant_id, position),
  foreign key (tenant_id, department_id) references departments (tenant_id, id) on delete cascade
);
select enforce_tenant_isolation('sign_on_groups');

-- Domains that an administrator has added and not verified yet. A verified one is in `tenant_domains`.
create table domain_claims (
  tenant_id int not null references tenants (id),
  domain text not null check (domain = lower(domain)),
  -- Expected in a TXT record of the domain.
  token text not null,
  created_at timestamptz not null,
  primary key (tenant_id, domain)
);
select enforce_tenant_isolation('domain_claims', 'select, insert, delete');
-- Null: the operator assigned the domain when the organisation was created.
alter table tenant_domains add column verified_at timestamptz;
grant insert, delete on tenant_domains to trellis_app;

-- The account of a person at the identity provider. It stays the same when the email address changes.
create table sign_on_identities (
  tenant_id int not null references tenants (id),
  issuer text not null,
  subject text not null,
  user_id int not null,
  created_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, issuer, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('sign_on_identities', 'select, insert, delete');

-- One sign-in at the identity provider, from the redirect to the session, or one test by an administrator.
create table sign_on_attempts (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  purpose text not null check (purpose in ('sign-in', 'test')),
  -- The administrator who tests.
  started_by int,
  state_hash bytea not null unique,
  -- The secret in the cookie of the browser that started.
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  provider_version int not null,
  -- The path that opens after the sign-in.
  target text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The person who was found, and the secret with which the browser gets the session.
  user_id int,
  handoff_hash bytea unique,
  handed_over_at timestamptz,
  -- What a test showed, as JSON.
  result text,
  foreign key (tenant_id, started_by) references users (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sign_on_attempts_by_time on sign_on_attempts (expires_at);
create index sign_on_attempts_by_tester on sign_on_attempts (tenant_id, started_by, created_at) where purpose = 'test';
select enforce_tenant_isolation('sign_on_attempts', 'select, insert, update');
create policy maintenance_deletes_old on sign_on_attempts to trellis_maintenance using (true);
grant select (id, expires_at), delete on sign_on_attempts to trellis_maintenance;
