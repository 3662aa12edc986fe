-- The name of a person's department. The table of people is sorted by it from an index. The database keeps it, as it keeps
-- the manager's name (0080). See docs/decisions/0040-people-directory.md.
alter table users add column department_name text;

create function read_department_name() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  new.department_name := null;
  -- A rename at the same time waits for this lock, and then finds this row.
  select name into new.department_name from departments
    where tenant_id = new.tenant_id and id = new.department_id for share;
  return new;
end $$;
create trigger read_department_name before insert on users for each row
  when (new.department_id is not null) execute function read_department_name();
create trigger read_changed_department_name before update of department_id on users for each row
  when (old.department_id is distinct from new.department_id) execute function read_department_name();

create function copy_name_to_members() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update users set department_name = new.name where tenant_id = new.tenant_id and department_id = new.id;
  return null;
end $$;
create trigger copy_name_to_members after update of name on departments for each row
  when (old.name is distinct from new.name) execute function copy_name_to_members();

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
    update users as u set department_name = d.name
      from departments as d where d.tenant_id = u.tenant_id and d.id = u.department_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create index users_by_department_name on users (tenant_id, department_name, last_name, first_name, id);
