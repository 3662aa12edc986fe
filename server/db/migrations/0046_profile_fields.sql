-- What a person tells others about themselves beyond name and title. All of it is voluntary.
alter table users
  add column pronouns text,
  -- How dates and numbers are written; null: as the browser writes them.
  add column locale text,
  -- { days: [1..7], from: '09:00', until: '17:00' } in the person's time zone.
  add column working_hours jsonb,
  add column help_topics text[] not null default '{}';

-- The locale is part of a session, like the time zone.
drop trigger announce_change on users;
create trigger announce_change after update on users for each row
  when ((old.status, old.is_admin, old.may_author, old.time_zone, old.locale)
    is distinct from (new.status, new.is_admin, new.may_author, new.time_zone, new.locale))
  execute function announce_session_change();

-- Which notifications a person gets, and how. Without a row: all of them.
create table notification_settings (
  tenant_id int not null references tenants (id),
  user_id int not null,
  -- Keys of contract/notifications/notificationSettings.ts.
  bell_off text[] not null default '{}',
  mail_off text[] not null default '{}',
  muted_until timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('notification_settings', 'select, insert, update, delete');
-- Notifications wait until the end of a mute; ending it earlier delivers them.
grant update (not_before) on notifications_outbox to trellis_app;
