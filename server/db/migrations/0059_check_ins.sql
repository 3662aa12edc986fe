-- What a manager asks their direct reports in a period. The newest one counts; older ones stay for answers that were given.
create table check_in_questions (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  manager_id int not null,
  week date not null,
  -- Null: taken back, or its author was erased.
  text text,
  asked_at timestamptz not null,
  position bigint generated always as identity,
  unique (tenant_id, id),
  foreign key (tenant_id, manager_id) references users (tenant_id, id)
);
create index check_in_questions_by_week on check_in_questions (tenant_id, manager_id, week, position);
select enforce_tenant_isolation('check_in_questions', 'select, insert');

-- One for each person and period; `week` is the first day of the period.
create table check_ins (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  user_id int not null,
  week date not null,
  -- Grows with each change, so that two tabs cannot overwrite each other.
  version int not null,
  state text not null check (state in ('open', 'submitted', 'skipped')),
  -- Not sent yet: nobody but the author reads it.
  draft jsonb,
  -- What was sent. Each part says who can read it besides the author; `visibleAnswers` is the only way to others.
  answers jsonb,
  skip_reason text check (skip_reason in ('holiday', 'ill', 'other')),
  sent_at timestamptz,
  was_late boolean not null default false,
  reviewed_at timestamptz,
  reviewed_by int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, user_id, week),
  check ((state = 'submitted') = (answers is not null)),
  check ((answers is null) = (sent_at is null)),
  check ((state = 'skipped') = (skip_reason is not null)),
  check ((reviewed_at is null) = (reviewed_by is null)),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, reviewed_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('check_ins', 'select, insert, update');

-- Of the manager, for the author of the check-in.
create table check_in_comments (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  check_in_id text not null,
  author_id int not null,
  text text not null,
  at timestamptz not null,
  foreign key (tenant_id, check_in_id) references check_ins (tenant_id, id),
  foreign key (tenant_id, author_id) references users (tenant_id, id)
);
create index check_in_comments_by_check_in on check_in_comments (tenant_id, check_in_id, at);
select enforce_tenant_isolation('check_in_comments', 'select, insert');
