-- Learning packages (SCORM): uploaded, checked, then used by steps of topics (decision 0083).
create table packages (
  id text primary key,
  tenant_id int not null references tenants (id),
  state text not null check (state in ('uploading', 'checking', 'ready', 'refused')),
  file_name text not null,
  -- Bytes of the uploaded file, and how many of them have arrived.
  size int not null check (size > 0),
  received int not null default 0 check (received between 0 and size),
  -- Why the package was refused.
  problem text,
  -- What the check has found: type, title, tracking, files, hosts.
  report jsonb,
  -- External hosts that browsers have blocked while the package was used.
  blocked_hosts text[] not null default '{}',
  uploaded_by int not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('packages', 'select, insert, update, delete');
create index packages_by_age on packages (tenant_id, state, changed_at);

-- The step kind 'package'.
alter table topic_steps drop constraint topic_steps_kind_check;
alter table topic_steps add constraint topic_steps_kind_check
  check (kind in ('content', 'challenge', 'practice', 'reflection', 'session', 'survey', 'package'));
alter table topic_steps
  add column package_id text,
  add foreign key (tenant_id, package_id) references packages (tenant_id, id),
  add check ((kind = 'package') = (package_id is not null));
create index topic_steps_by_package on topic_steps (tenant_id, package_id) where package_id is not null;
