-- To discuss a change is no answer to it: the owner accepts the change or restores the previous version later. The owner of
-- the tables is under row level security too, so the update runs once per organisation.
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
    update objective_changes set response = 'pending', responded_at = null where response = 'disputed';
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table objective_changes drop constraint objective_changes_response_check;
alter table objective_changes add constraint objective_changes_response_check
  check (response in ('pending', 'accepted', 'restored'));
