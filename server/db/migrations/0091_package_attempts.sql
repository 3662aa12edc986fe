-- What learners do in packages: one row for each attempt at a step (decision 0084).
create table package_attempts (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  step_key text not null,
  n int not null,
  package_id text not null,
  -- Only the newest launch may report results.
  launch_id text not null,
  launched_at timestamptz not null,
  completion text not null default 'unknown' check (completion in ('unknown', 'incomplete', 'completed')),
  success text not null default 'unknown' check (success in ('unknown', 'passed', 'failed')),
  score jsonb,
  -- Written by the package, to continue where the learner stopped.
  location text not null default '',
  suspend_data text not null default '',
  -- Seconds of earlier launches, and of the newest one.
  earlier_seconds int not null default 0,
  launch_seconds int not null default 0,
  updated_at timestamptz not null,
  primary key (tenant_id, enrolment_id, step_key, n),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, package_id) references packages (tenant_id, id)
);
select enforce_tenant_isolation('package_attempts', 'select, insert, update');

-- The largest position that a package has tried to store and that was refused.
alter table packages add column refused_length int;
