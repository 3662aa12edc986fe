create table topics (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  title text not null,
  -- What one can be seen doing.
  behavior_name text not null,
  description text not null,
  unique (tenant_id, id)
);
select keep_tenants_apart('topics');

-- A published version never changes: what somebody works through stays as they began it.
create table topic_versions (
  tenant_id int not null references tenants (id),
  topic_id text not null,
  n int not null check (n >= 1),
  published_at timestamptz not null,
  primary key (tenant_id, topic_id, n),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
select keep_tenants_apart('topic_versions', 'select, insert');

create table topic_steps (
  tenant_id int not null references tenants (id),
  topic_id text not null,
  n int not null,
  -- The same over the versions of a topic, so that what was done stays done.
  step_key text not null check (step_key ~ '^[a-z0-9]{16}$'),
  position int not null,
  title text not null,
  kind text not null check (kind in ('content', 'challenge', 'practice', 'reflection', 'session', 'survey')),
  minutes int not null check (minutes between 1 and 480),
  required boolean not null default true,
  body text not null,
  -- How often a practice is to be tried.
  goal int check (goal between 1 and 100),
  primary key (tenant_id, topic_id, n, step_key),
  unique (tenant_id, topic_id, n, position),
  foreign key (tenant_id, topic_id, n) references topic_versions (tenant_id, topic_id, n)
);
select keep_tenants_apart('topic_steps', 'select, insert');

create table programs (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  name text not null,
  purpose text not null,
  status text not null default 'active'
    check (status in ('draft', 'in_review', 'scheduled', 'active', 'paused', 'closed', 'archived')),
  selection_min int not null default 1,
  selection_max int not null default 3,
  -- Whether a learner's manager hears of completed topics and sees the progress.
  manager_visible boolean not null default true,
  owner_id int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check (1 <= selection_min and selection_min <= selection_max),
  unique (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
select keep_tenants_apart('programs');

create table program_topics (
  tenant_id int not null references tenants (id),
  program_id text not null,
  topic_id text not null,
  position int not null,
  primary key (tenant_id, program_id, topic_id),
  foreign key (tenant_id, program_id) references programs (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
select keep_tenants_apart('program_topics');

create table enrolments (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  program_id text not null,
  user_id int not null,
  -- Who goes through a program again begins another cycle.
  cycle int not null default 1,
  coach_id int check (coach_id <> user_id),
  state text not null check (state in ('invited', 'accepted', 'choosing', 'active', 'ready_to_finish', 'completed',
    'declined', 'withdrawn', 'expired')),
  due_on date,
  joined_at timestamptz not null,
  finished_at timestamptz,
  unique (tenant_id, id),
  unique (tenant_id, program_id, user_id, cycle),
  foreign key (tenant_id, program_id) references programs (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, coach_id) references users (tenant_id, id)
);
create index enrolments_by_user on enrolments (tenant_id, user_id);
select keep_tenants_apart('enrolments');

-- The version of each topic that this learner goes through.
create table enrolment_topics (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  n int not null,
  primary key (tenant_id, enrolment_id, topic_id),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id, n) references topic_versions (tenant_id, topic_id, n)
);
select keep_tenants_apart('enrolment_topics');

-- A goal is a topic that the learner chose. One that was given up stays, as history.
create table goals (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  why text,
  if_then_plan text,
  selected_at timestamptz not null,
  removed_at timestamptz,
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
create unique index one_active_goal on goals (tenant_id, enrolment_id, topic_id) where removed_at is null;
select keep_tenants_apart('goals');

create table step_records (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  step_key text not null,
  state text not null check (state in ('none', 'started', 'done', 'waived')),
  count int not null default 0,
  -- The learner's own words; given to nobody else.
  answer text,
  done_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, enrolment_id, step_key),
  check ((state in ('done', 'waived')) = (done_at is not null)),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id)
);
select keep_tenants_apart('step_records');

-- n counts the times a topic was completed: reopening it (with a reason, by a person) makes room for the next.
create table topic_completions (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  n int not null default 1,
  completed_at timestamptz not null,
  reopened_at timestamptz,
  primary key (tenant_id, enrolment_id, topic_id, n),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
create unique index one_open_completion on topic_completions (tenant_id, enrolment_id, topic_id)
  where reopened_at is null;
select keep_tenants_apart('topic_completions');
