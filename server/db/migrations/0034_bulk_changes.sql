-- What one action of an administrator changed in several people, with the values before it, so that it can be undone for some
-- minutes. Ids and states only. Rows that can no longer be undone are deleted by the next action of the organisation.
create table bulk_changes (
  tenant_id int not null references tenants (id),
  id text not null,
  created_by int not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  action text not null,
  -- People whom the action was meant for.
  people int not null,
  -- JSON: [{ userId, field, before, after }]
  changes text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index bulk_changes_by_author on bulk_changes (tenant_id, created_by, created_at desc);
select enforce_tenant_isolation('bulk_changes', 'select, insert, update, delete');
