-- Loaded by the embedded database too (server/db/embeddedWorker.ts); any owner of a PostgreSQL database may create it.
create extension if not exists btree_gist;

-- Coaching sessions of a learner with their coach or manager. See docs/decisions/0060-coaching-sessions.md.
create table coaching_sessions (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  learner_id int not null,
  peer_id int not null check (peer_id <> learner_id),
  kind text not null check (kind in ('remote', 'in_person')),
  minutes int not null check (minutes between 15 and 120),
  state text not null check (state in ('proposed', 'scheduled', 'held', 'no_show', 'cancelled')),
  -- The confirmed time. While other times are proposed, it still applies.
  starts_at timestamptz,
  confirmed_at timestamptz,
  -- Who proposed the times that wait for the other person's answer.
  proposed_by int,
  proposed_at timestamptz,
  -- Link or place, readable by the two participants only.
  place text,
  -- Counts confirmed times and the cancellation, for calendar entries.
  sequence int not null default 0,
  held_by int[] not null default '{}',
  no_show_id int,
  -- Who cancelled, reported a no-show or confirmed last that it took place; the reason is readable by the participants only.
  ended_at timestamptz,
  ended_by int,
  reason text,
  created_at timestamptz not null,
  created_by int not null,
  unique (tenant_id, id),
  check ((proposed_by is null) = (proposed_at is null)),
  check ((starts_at is null) = (confirmed_at is null)),
  check (state = 'cancelled' or (state = 'proposed') = (starts_at is null)),
  check ((ended_at is null) = (state in ('proposed', 'scheduled'))),
  check ((no_show_id is null) = (state <> 'no_show')),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, learner_id) references users (tenant_id, id),
  foreign key (tenant_id, peer_id) references users (tenant_id, id)
);
create index coaching_sessions_by_enrolment on coaching_sessions (tenant_id, enrolment_id, created_at);
create index coaching_sessions_by_learner on coaching_sessions (tenant_id, learner_id, state);
create index coaching_sessions_by_peer on coaching_sessions (tenant_id, peer_id, state);
select enforce_tenant_isolation('coaching_sessions', 'select, insert, update');

-- The time of both people that a scheduled session takes. The constraint refuses a second session at the same time.
create table coaching_bookings (
  tenant_id int not null,
  session_id text not null,
  user_id int not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (tenant_id, session_id, user_id),
  check (starts_at < ends_at),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint one_session_at_a_time exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
);
select enforce_tenant_isolation('coaching_bookings', 'select, insert, update, delete');

-- Proposed times that wait for an answer.
create table coaching_proposals (
  tenant_id int not null,
  session_id text not null,
  starts_at timestamptz not null,
  primary key (tenant_id, session_id, starts_at),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id)
);
select enforce_tenant_isolation('coaching_proposals', 'select, insert, delete');

-- Days on which other hours than the working hours of the profile apply, in the person's time zone. Without hours: a day off.
create table coaching_days (
  tenant_id int not null,
  user_id int not null,
  day date not null,
  from_time text check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (tenant_id, user_id, day),
  check ((from_time is null) = (until_time is null)),
  check (from_time < until_time),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_days', 'select, insert, update, delete');
