-- Administrators get the number of active people who have not saved their profile, and a list of them in the order of
-- their names.
create index users_without_profile on users (tenant_id, last_name, first_name, id)
  where status = 'active' and last_profile_update is null;
