-- Sign-in attempts by account, by browser that has signed in before, and by address (decision 0039). The key is a hash, so
-- the table names nobody; an account that does not exist is counted like any other.
drop table sign_in_failures;
create table sign_in_delays (
  key text primary key,
  -- Failures that still count at `counted_at`; they are forgotten little by little, so it can be a fraction.
  failures double precision not null,
  counted_at timestamptz not null,
  -- No attempt is accepted before this time.
  next_at timestamptz not null
);
create index sign_in_delays_by_time on sign_in_delays (counted_at);
grant select, insert, update, delete on sign_in_delays to trellis_auth;

-- A link that was mailed to a person and works once: the row is both the mail to send and the right it gives. Only the hash
-- of the token is stored.
create table account_links (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  user_id int not null,
  purpose text not null check (purpose in ('unlock')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The mail: when it is due, who is sending it, and how it ended.
  not_before timestamptz not null,
  attempts int not null default 0,
  leased_until timestamptz,
  mail_ended_at timestamptz,
  mail_outcome text check (mail_outcome in ('sent', 'dropped', 'refused')),
  check ((mail_ended_at is null) = (mail_outcome is null)),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index account_links_by_person on account_links (tenant_id, user_id, purpose, created_at);
create index account_links_to_mail on account_links (not_before) where mail_ended_at is null;
create index account_links_by_time on account_links (expires_at);
select enforce_tenant_isolation('account_links', 'select, insert, update');
create policy outbox_delivers on account_links to trellis_outbox using (true) with check (true);
grant select, update, delete on account_links to trellis_outbox;
