-- Since when, and until when, somebody is a person's manager or coach. Written by the database itself, so that no way of
-- changing a manager or a coach can forget it.
create table access_windows (
  id bigint generated always as identity primary key,
  tenant_id int not null references tenants (id),
  viewer_id int not null,
  subject_id int not null check (subject_id <> viewer_id),
  relation text not null check (relation in ('manager', 'coach')),
  -- A coach is one for an enrolment, a manager for everything.
  enrolment_id text,
  since timestamptz not null,
  until timestamptz,
  check ((relation = 'coach') = (enrolment_id is not null)),
  foreign key (tenant_id, viewer_id) references users (tenant_id, id),
  foreign key (tenant_id, subject_id) references users (tenant_id, id),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id)
);
create unique index one_manager on access_windows (tenant_id, subject_id) where relation = 'manager' and until is null;
create unique index one_coach on access_windows (tenant_id, enrolment_id) where relation = 'coach' and until is null;
create index windows_by_viewer on access_windows (tenant_id, viewer_id, subject_id);
create index windows_by_subject on access_windows (tenant_id, subject_id);
select keep_tenants_apart('access_windows', 'select, insert, update');

create function note_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.manager_id is not distinct from new.manager_id then return null; end if;
    update access_windows set until = now()
      where tenant_id = new.tenant_id and subject_id = new.id and relation = 'manager' and until is null;
  end if;
  if new.manager_id is not null then
    insert into access_windows (tenant_id, viewer_id, subject_id, relation, since)
      values (new.tenant_id, new.manager_id, new.id, 'manager',
        case when tg_op = 'INSERT' then new.joined_at else now() end);
  end if;
  return null;
end $$;
create trigger manager_noted after insert or update of manager_id on users
  for each row execute function note_manager();

create function note_coach() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.coach_id is not distinct from new.coach_id and old.user_id = new.user_id then return null; end if;
    update access_windows set until = now()
      where tenant_id = new.tenant_id and enrolment_id = new.id and relation = 'coach' and until is null;
  end if;
  if new.coach_id is not null then
    insert into access_windows (tenant_id, viewer_id, subject_id, relation, enrolment_id, since)
      values (new.tenant_id, new.coach_id, new.user_id, 'coach', new.id,
        case when tg_op = 'INSERT' then new.joined_at else now() end);
  end if;
  return null;
end $$;
create trigger coach_noted after insert or update of coach_id, user_id on enrolments
  for each row execute function note_coach();

-- Those who are manager or coach today are it since the person came. The owner is under row level security too, so it
-- goes from organisation to organisation.
do $$
declare
  ids int[];
  one int;
begin
  set local role trellis_door;
  select array_agg(id) into ids from tenants;
  reset role;
  foreach one in array coalesce(ids, '{}') loop
    perform set_config('app.tenant_id', one::text, true);
    insert into access_windows (tenant_id, viewer_id, subject_id, relation, since)
      select tenant_id, manager_id, id, 'manager', joined_at from users
      where tenant_id = one and manager_id is not null;
    insert into access_windows (tenant_id, viewer_id, subject_id, relation, enrolment_id, since)
      select tenant_id, coach_id, user_id, 'coach', id, joined_at from enrolments
      where tenant_id = one and coach_id is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
