-- The first save of a program names a key, so that a repeated save finds the program (decision 0075).
alter table programs
  add column creation_key text,
  -- When the last attempt of the launch failed. Null while it runs, and after it succeeded.
  add column launch_failed_at timestamptz;
create unique index programs_by_creation_key on programs (tenant_id, owner_id, creation_key)
  where creation_key is not null;
