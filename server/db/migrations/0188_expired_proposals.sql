-- A proposed session expires when all of its proposed times have passed. It has never had a time (decision 0091).
alter table coaching_sessions drop constraint coaching_sessions_check3;
alter table coaching_sessions add constraint coaching_sessions_check3
  check (state in ('cancelled', 'expired') or (state = 'proposed') = (starts_at is null));
