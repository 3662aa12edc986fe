-- What a manager wants to talk about or do after a check-in. Readers: the manager who wrote it (decision 0097).
create table check_in_follow_ups (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null,
  manager_id int not null,
  person_id int not null,
  check_in_id text not null,
  kind text not null check (kind in ('agenda', 'action')),
  text text not null,
  due_on date,
  done_at timestamptz,
  created_at timestamptz not null,
  foreign key (tenant_id, manager_id) references users (tenant_id, id),
  foreign key (tenant_id, person_id) references users (tenant_id, id),
  foreign key (tenant_id, check_in_id) references check_ins (tenant_id, id)
);
create index check_in_follow_ups_by_manager on check_in_follow_ups (tenant_id, manager_id, created_at);
create index check_in_follow_ups_by_check_in on check_in_follow_ups (tenant_id, check_in_id);
create index check_in_follow_ups_by_person on check_in_follow_ups (tenant_id, person_id);
select enforce_tenant_isolation('check_in_follow_ups', 'select, insert, update, delete');
