-- A call that plans a session names a key, so that a repeated call finds the session (decision 0075).
alter table coaching_sessions add column creation_key text;
create unique index coaching_sessions_by_creation_key on coaching_sessions (tenant_id, created_by, creation_key)
  where creation_key is not null;
