-- When a person was reminded of a booked session. A session that moves gets new rows, so its reminders are sent again.
alter table coaching_bookings
  add column day_reminder_at timestamptz,
  add column soon_reminder_at timestamptz;
create index coaching_bookings_by_time on coaching_bookings (tenant_id, starts_at);
