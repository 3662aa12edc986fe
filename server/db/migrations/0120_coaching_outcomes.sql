-- A session that nobody came to expires; a held session is completed after the wrap-up (decision 0091).
alter table coaching_sessions drop constraint coaching_sessions_state_check;
alter table coaching_sessions add constraint coaching_sessions_state_check
  check (state in ('proposed', 'scheduled', 'held', 'completed', 'no_show', 'cancelled', 'expired'));

-- Sessions that repeat: the first one is proposed, the others are booked when it is confirmed.
alter table coaching_sessions
  add column series_id text check (series_id ~ '^[a-z0-9]{16}$'),
  -- 1 for the first session of the series.
  add column series_n int check (series_n between 1 and 26),
  add column series_weeks int check (series_weeks in (1, 2, 4)),
  add column series_count int check (series_count between 2 and 26),
  add constraint whole_series check (num_nonnulls(series_id, series_n, series_weeks, series_count) in (0, 4));
create index coaching_sessions_by_series on coaching_sessions (tenant_id, series_id) where series_id is not null;
