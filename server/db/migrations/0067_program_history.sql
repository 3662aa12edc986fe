-- Insights show the figures of any past day (decision 0063), so values that are replaced are kept with their times.

-- When the person was invited. Null: at `joined_at`, which an acceptance replaces.
alter table enrolments add column invited_at timestamptz;

-- What a learner did in each step, and when. Without texts. Written by the database, so that no way of recording a step can
-- forget it.
create table step_changes (
  id bigint generated always as identity primary key,
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  step_key text not null,
  at timestamptz not null,
  -- 1: done or waived from now on. -1: not any more.
  done smallint not null check (done between -1 and 1),
  -- How often the learner practised since the change before.
  practised int not null,
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id)
);
create index step_changes_by_enrolment on step_changes (tenant_id, enrolment_id, at);
select enforce_tenant_isolation('step_changes', 'select, insert');

-- The end of an enrolment that was taken back, and versions of topics that a learner replaced.
create table enrolment_history (
  id bigint generated always as identity primary key,
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  state text check (state in ('completed', 'declined', 'withdrawn')),
  topic_id text,
  n int,
  -- Of a state; a version is used from the start of the enrolment or from the version before it.
  since timestamptz,
  until timestamptz not null,
  check ((state is null) = (topic_id is not null)),
  check ((topic_id is null) = (n is null)),
  check ((state is null) = (since is null)),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id)
);
create index enrolment_history_by_enrolment on enrolment_history (tenant_id, enrolment_id, until);
select enforce_tenant_isolation('enrolment_history', 'select, insert');

create function note_step_change() returns trigger language plpgsql as $$
declare
  was_done int := 0;
  was_practised int := 0;
  is_done int := (new.state in ('done', 'waived'))::int;
begin
  if tg_op = 'UPDATE' then
    was_done := (old.state in ('done', 'waived'))::int;
    was_practised := old.count;
    -- An answer that is saved while it is typed is one activity an hour.
    if was_done = is_done and was_practised = new.count and (new.updated_at = old.updated_at or exists (
      select from step_changes where tenant_id = new.tenant_id and enrolment_id = new.enrolment_id
        and at > new.updated_at - interval '1 hour')) then
      return null;
    end if;
  end if;
  insert into step_changes (tenant_id, enrolment_id, step_key, at, done, practised)
    values (new.tenant_id, new.enrolment_id, new.step_key, new.updated_at, is_done - was_done, new.count - was_practised);
  return null;
end $$;
create trigger step_change_noted after insert or update on step_records
  for each row execute function note_step_change();

-- Records from before. The owner is under row level security too, so it goes from organisation to organisation.
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
    insert into step_changes (tenant_id, enrolment_id, step_key, at, done, practised)
      select tenant_id, enrolment_id, step_key, coalesce(done_at, updated_at), (done_at is not null)::int, count
      from step_records where state <> 'none';
    insert into step_changes (tenant_id, enrolment_id, step_key, at, done, practised)
      select tenant_id, enrolment_id, step_key, updated_at, 0, 0 from step_records where done_at < updated_at;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
