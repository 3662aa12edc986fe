-- People administration: search over a whole organisation, the time of last activity, and the audit log.

-- The words by which a person is found, without case and accents: the parts of the name, and the email address.
create function fold_text(written text) returns text language sql immutable parallel safe as $$
  select lower(case when octet_length(written) = length(written) then written
    else regexp_replace(normalize(written, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff]', '', 'g') end)
$$;
create function person_search_words(first_name text, last_name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '\s+') || fold_text(coalesce(email, '')), ''))
$$;
-- Each word of a search text as the beginning of a word.
create function person_search_query(search text) returns tsquery language sql immutable parallel safe as $$
  select coalesce(string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & '), '')::tsquery
  from regexp_split_to_table(fold_text(search), '\s+') as word where word <> ''
$$;
alter table users add column search_words tsvector not null
  generated always as (person_search_words(first_name, last_name, email)) stored;
create index users_by_search_words on users using gin (search_words);
create index users_by_name on users (tenant_id, last_name, first_name, id);

alter table users
  -- When the person first signed in; null for people who have not accepted their invitation.
  add column activated_at timestamptz,
  add column last_active_at timestamptz,
  add column deactivated_at timestamptz;
create index users_by_activity on users (tenant_id, last_active_at desc nulls last, id);

-- The owner is subject to row level security too, so each organisation is updated in turn.
do $$
declare
  ids int[];
  one int;
begin
  set local role trellis_auth;
  select array_agg(id) into ids from tenants;
  reset role;
  foreach one in array coalesce(ids, '{}') loop
    perform set_config('app.tenant_id', one::text, true);
    update users set
      activated_at = case when status <> 'invited' then joined_at end,
      deactivated_at = case when status = 'deactivated' then now() end,
      last_active_at = (select max(t.created_at) from sessions as s
        join refresh_tokens as t on t.session_id = s.id where s.user_id = users.id);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Who did what to whom. An entry is never changed or deleted: nobody has that right. Its hash covers the hash of the entry
-- before it, so that a changed, removed or inserted entry is found. Personal details are outside of the hash, which covers
-- only their keyed digest, so that they can be erased.
create table audit_entries (
  tenant_id int not null references tenants (id),
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  -- Null: the system.
  actor_id int,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- Canonical JSON without names, addresses and texts of people.
  details text not null,
  request_id text,
  -- Reason and IP address.
  personal text,
  personal_digest text not null,
  previous_hash text not null,
  hash text not null,
  primary key (tenant_id, seq),
  foreign key (tenant_id, actor_id) references users (tenant_id, id)
);
create index audit_entries_by_subject on audit_entries (tenant_id, subject_type, subject_id, seq desc);
create index audit_entries_by_actor on audit_entries (tenant_id, actor_id, seq desc);
select enforce_tenant_isolation('audit_entries', 'select, insert');

-- The newest entry of each organisation. Its row is the lock under which entries get their sequence number.
create table audit_heads (
  tenant_id int primary key references tenants (id),
  seq bigint not null,
  hash text not null,
  -- Made with a key that is not in the database.
  signature text not null
);
select enforce_tenant_isolation('audit_heads', 'select, insert, update');

-- Links of invitations and password resets, beside those that end the delay of sign-ins.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add check (purpose in ('unlock', 'invitation', 'password-reset'));
alter table account_links
  add column revoked_at timestamptz,
  -- The administrator who invited the person or sent the reset; null when the person asked for it.
  add column created_by int,
  add foreign key (tenant_id, created_by) references users (tenant_id, id);
-- The browser of a sign-in, for the list of devices.
alter table sessions add column user_agent text;
