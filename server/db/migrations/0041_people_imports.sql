-- Imports of people from a file. An organisation has one at a time that is being checked or applied.
create table people_imports (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  created_by int not null,
  created_at timestamptz not null,
  file_name text not null,
  file_bytes int not null,
  -- How the file was read: encoding and separator.
  encoding text not null,
  delimiter text not null,
  header text[] not null,
  row_count int not null,
  state text not null check (state in ('uploading', 'uploaded', 'checking', 'checked', 'applying', 'done', 'cancelled', 'failed')),
  -- The field of each column, null for one that is left out; and the other choices.
  mapping text[],
  creates_departments boolean not null default true,
  sends_invitations boolean not null default false,
  -- What the check found, as JSON.
  found text,
  -- What has been applied so far.
  created int not null default 0,
  updated int not null default 0,
  refused int not null default 0,
  departments_created int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index people_imports_by_time on people_imports (tenant_id, created_at desc);
create unique index people_imports_running on people_imports (tenant_id) where state in ('checking', 'applying');
select enforce_tenant_isolation('people_imports', 'select, insert, update');

-- The rows of a file. They are deleted with the next upload, or after 30 days.
create table people_import_rows (
  tenant_id int not null,
  import_id text not null,
  line int not null,
  cells text[] not null,
  -- Of rows that are not simply created or left as they are.
  outcome text check (outcome in ('update', 'skip', 'error')),
  -- The changed values, or what is wrong, as JSON.
  details text,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references people_imports (tenant_id, id)
);
create index people_import_rows_by_outcome on people_import_rows (tenant_id, import_id, outcome, line) where outcome is not null;
select enforce_tenant_isolation('people_import_rows', 'select, insert, update, delete');

create policy maintenance_deletes_old on people_import_rows to trellis_maintenance using (true);
create policy maintenance_reads_age on people_imports for select to trellis_maintenance using (true);
grant select (tenant_id, import_id, line), delete on people_import_rows to trellis_maintenance;
grant select (tenant_id, id, created_at) on people_imports to trellis_maintenance;
