-- trellis_keeper   what has ended, in every tenant: takes back the messaging tokens of ended sessions, and forgets
--                  sessions that ended long ago
do $$
begin
  begin
    create role trellis_keeper nologin nobypassrls;
  exception when duplicate_object or unique_violation then
    null; -- roles belong to the whole server: another database of it has made it
  end;
  grant trellis_keeper to current_user;
  grant usage on schema public to trellis_keeper;
end $$;

create policy clears_away on messaging_tokens to trellis_keeper using (true);
create policy clears_away on sessions to trellis_keeper using (true);
create policy sees_who_is_gone on users for select to trellis_keeper using (true);
create policy sees_who_is_gone on tenants for select to trellis_keeper using (true);
grant select, delete on messaging_tokens to trellis_keeper;
grant select (id, tenant_id, user_id, expires_at, revoked_at), delete on sessions to trellis_keeper;
grant select (id, status) on users to trellis_keeper;
grant select (id, status) on tenants to trellis_keeper;

-- Asked each minute, over all tenants.
create index messaging_tokens_by_end on messaging_tokens (expires_at);
create index sessions_by_end on sessions (expires_at);

-- Nobody changes an organisation or its domains through a request.
revoke update on tenants from trellis_app;
revoke insert, update, delete on tenant_domains from trellis_app;
