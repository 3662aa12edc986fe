-- The trigger of 0080 for inserted people ran once for each row, which took longer than the insert itself. Plans with an
-- index stay fast for a connection that planned them while the table was small.
alter function read_manager_name() set enable_seqscan = off;
alter function copy_name_to_reports() set enable_seqscan = off;

-- A statement can insert people before their managers; no other statement can, because of the foreign key.
drop trigger copy_name_to_reports on users;
create function read_names_of_later_managers() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from inserted where manager_id is not null and manager_name is null) then
    update users as u set manager_name = m.last_name || ' ' || m.first_name
      from inserted as r join inserted as m on m.tenant_id = r.tenant_id and m.id = r.manager_id
      where u.tenant_id = r.tenant_id and u.id = r.id and r.manager_name is null;
  end if;
  return null;
end $$;
create trigger read_names_of_later_managers after insert on users referencing new table as inserted
  for each statement execute function read_names_of_later_managers();
