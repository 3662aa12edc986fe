-- Each server process keeps the sessions that it has read for up to 2 seconds. These triggers tell all of them at once
-- when such a session may no longer be valid. Equal notifications of one transaction are sent once.
create function announce_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('trellis_session_changes', '');
  return null;
end $$;

create trigger announce_change after update on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at)
  execute function announce_session_change();
create trigger announce_removal after delete on sessions for each row
  when (old.revoked_at is null and old.expires_at > now())
  execute function announce_session_change();
create trigger announce_change after update on users for each row
  when ((old.status, old.is_admin, old.may_author, old.time_zone)
    is distinct from (new.status, new.is_admin, new.may_author, new.time_zone))
  execute function announce_session_change();
create trigger announce_change after update on tenants for each row
  when ((old.status, old.client_id) is distinct from (new.status, new.client_id))
  execute function announce_session_change();
