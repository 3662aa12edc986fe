-- Choosing, being challenged, being confirmed: what a learner goes through between an invitation and the end.

alter table programs
  -- Who says that a topic is really completed.
  add column confirmation text not null default 'self' check (confirmation in ('self', 'coach', 'manager'));

alter table topic_versions
  -- What is new in it.
  add column notes text,
  add column published_by int,
  add foreign key (tenant_id, published_by) references users (tenant_id, id);

alter table topic_steps
  -- An interactive challenge with its right answers and the reasons; sent to a learner without them.
  add column challenge jsonb,
  -- Steps of the same version that must be done first.
  add column prerequisite_keys text[] not null default '{}';

alter table enrolments
  add column invited_by int,
  -- Why somebody left.
  add column reason text,
  -- What a change is based on.
  add column version int not null default 1,
  add foreign key (tenant_id, invited_by) references users (tenant_id, id);
-- One cycle at a time.
create unique index one_open_cycle on enrolments (tenant_id, program_id, user_id)
  where state not in ('completed', 'declined', 'withdrawn', 'expired');

-- What was chosen, given up and worded anew: never changed, so that it can be looked up years later.
create table goal_changes (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  kind text not null check (kind in ('selected', 'removed', 'reworded')),
  why text,
  if_then_plan text,
  at timestamptz not null,
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
create index goal_changes_by_enrolment on goal_changes (tenant_id, enrolment_id, at);
select keep_tenants_apart('goal_changes', 'select, insert');

alter table step_records
  -- The learner's answers to a challenge and what came of the last attempt; given to nobody else.
  add column work jsonb,
  add column waived_by int,
  add column waived_because text,
  add foreign key (tenant_id, waived_by) references users (tenant_id, id),
  add check (waived_by is null or (state = 'waived' and waived_because is not null));

alter table topic_completions
  add column confirmed_by int,
  add column reopened_by int,
  add column reopened_because text,
  add foreign key (tenant_id, confirmed_by) references users (tenant_id, id),
  add foreign key (tenant_id, reopened_by) references users (tenant_id, id);

-- A completion that somebody is asked to confirm. Nobody answers for a week: it is accepted, so that nobody is stuck.
create table topic_confirmations (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by int,
  outcome text check (outcome in ('confirmed', 'returned', 'accepted', 'given_up')),
  note text,
  check ((answered_at is null) = (outcome is null)),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id)
);
create unique index one_open_confirmation on topic_confirmations (tenant_id, enrolment_id, topic_id)
  where answered_at is null;
create index confirmations_waiting on topic_confirmations (asked_at) where answered_at is null;
select keep_tenants_apart('topic_confirmations', 'select, insert, update');
-- Whose week is over is asked over all tenants; each is then accepted inside of its own.
create policy finds_what_waits on topic_confirmations for select to trellis_keeper using (true);
grant select (id, tenant_id, enrolment_id, topic_id, asked_at, answered_at) on topic_confirmations to trellis_keeper;

-- Who takes part in a program, a page at a time.
create index enrolments_by_program on enrolments (tenant_id, program_id, state, user_id);
create index enrolments_by_coach on enrolments (tenant_id, coach_id) where coach_id is not null;
