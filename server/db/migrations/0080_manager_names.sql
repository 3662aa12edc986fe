-- Last and first name of a person's manager. The table of people is sorted by it from an index. The database keeps it, so
-- that no way of changing a manager or a name can forget it. See docs/decisions/0040-people-directory.md.
alter table users add column manager_name text;

create function read_manager_name() returns trigger language plpgsql as $$
begin
  new.manager_name := null;
  -- A rename at the same time waits for this lock, and then finds this row.
  select last_name || ' ' || first_name into new.manager_name from users
    where tenant_id = new.tenant_id and id = new.manager_id for share;
  return new;
end $$;
create trigger read_manager_name before insert on users for each row
  when (new.manager_id is not null) execute function read_manager_name();
create trigger read_changed_manager_name before update of manager_id on users for each row
  when (old.manager_id is distinct from new.manager_id) execute function read_manager_name();

-- After an insert: a statement can insert a person before their manager.
create function copy_name_to_reports() returns trigger language plpgsql as $$
begin
  update users set manager_name = new.last_name || ' ' || new.first_name
    where tenant_id = new.tenant_id and manager_id = new.id
      and manager_name is distinct from new.last_name || ' ' || new.first_name;
  return null;
end $$;
create trigger copy_name_to_reports after insert on users for each row execute function copy_name_to_reports();
create trigger copy_new_name_to_reports after update of last_name, first_name on users for each row
  when ((old.last_name, old.first_name) is distinct from (new.last_name, new.first_name))
  execute function copy_name_to_reports();

-- The owner is subject to row level security too, so each organisation is updated in turn.
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
    update users as u set manager_name = m.last_name || ' ' || m.first_name
      from users as m where m.tenant_id = u.tenant_id and m.id = u.manager_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create index users_by_manager_name on users (tenant_id, manager_name, last_name, first_name, id);
