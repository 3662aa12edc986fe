-- When an account was created; for older ones, when this column was. New accounts get no notice of what began before them.
alter table users add column created_at timestamptz not null default now();
