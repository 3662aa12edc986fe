-- What an import changed, so that it can be reverted for a day. Rows are deleted after that.
create table people_import_changes (
  tenant_id int not null,
  import_id text not null,
  user_id int not null,
  -- Whether the import created the person.
  is_new boolean not null,
  -- JSON: the changed values before and after the import.
  before_values text not null,
  after_values text not null,
  -- Null until the import is reverted; then whether something of the person was, and what could not be.
  is_reverted boolean,
  problem text,
  primary key (tenant_id, import_id, user_id),
  foreign key (tenant_id, import_id) references people_imports (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('people_import_changes', 'select, insert, update, delete');

alter table people_imports add column reverted_by int;
alter table people_imports add foreign key (tenant_id, reverted_by) references users (tenant_id, id);
alter table people_imports drop constraint people_imports_state_check;
alter table people_imports add constraint people_imports_state_check check (state in ('uploading', 'uploaded', 'checking', 'checked',
  'applying', 'done', 'cancelled', 'failed', 'reverting', 'reverted'));
drop index people_imports_running;
create unique index people_imports_running on people_imports (tenant_id) where state in ('checking', 'applying', 'reverting');

create policy maintenance_deletes_old on people_import_changes to trellis_maintenance using (true);
grant select (tenant_id, import_id, user_id), delete on people_import_changes to trellis_maintenance;
grant select (started_at) on people_imports to trellis_maintenance;
