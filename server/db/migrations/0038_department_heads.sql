-- The person who leads a department.
alter table departments
  add column head_id int,
  add foreign key (tenant_id, head_id) references users (tenant_id, id);
create index departments_by_parent on departments (tenant_id, parent_id);
