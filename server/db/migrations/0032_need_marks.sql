-- Needs that a person has put off until a day, or marked as done for good (`until` is null).
create table need_marks (
  tenant_id int not null references tenants (id),
  user_id int not null,
  key text not null check (length(key) between 1 and 120),
  until date,
  marked_at timestamptz not null,
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('need_marks', 'select, insert, update, delete');
