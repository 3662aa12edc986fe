-- Surveys: questions, whom they ask, and the results as they were released.
create table surveys (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  owner_id int not null,
  name text not null,
  purpose text not null default '',
  mode text not null check (mode in ('named', 'confidential')),
  -- Results show no group with fewer answers.
  k int not null check (k between 3 and 20),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'released', 'archived')),
  questions jsonb not null,
  audience jsonb not null,
  -- Names of the departments that are stored with answers, fixed at opening.
  segments jsonb,
  closes_on date,
  created_at timestamptz not null,
  opened_at timestamptz,
  -- The end of the last day in the time zone of the owner.
  closes_at timestamptz,
  closed_at timestamptz,
  released_at timestamptz,
  -- The protected figures; they never change after the release.
  results jsonb,
  version int not null default 1,
  unique (tenant_id, id),
  check ((state = 'draft') = (opened_at is null)),
  check ((results is null) = (released_at is null)),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index surveys_by_time on surveys (tenant_id, created_at desc);
create index surveys_by_owner on surveys (tenant_id, owner_id);
select enforce_tenant_isolation('surveys', 'select, insert, update');

-- Who is asked, and the day of the answer. Readers: the person; the system for reminders. Screens of others show totals only.
create table survey_participations (
  tenant_id int not null,
  survey_id text not null,
  user_id int not null,
  -- The department that is stored with the answer.
  segment_id int,
  answered_on date,
  -- Only the person can read the draft. It is deleted with the submission.
  draft jsonb,
  draft_at text,
  reminders int not null default 0,
  reminded_at timestamptz,
  primary key (tenant_id, survey_id, user_id),
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index survey_participations_by_user on survey_participations (tenant_id, user_id);
select enforce_tenant_isolation('survey_participations', 'select, insert, update');

-- One response for each person. In a confidential survey its author is a code that only the key of the installation can
-- compute from the user id; there is no time and no sequence.
create table survey_responses (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null,
  survey_id text not null,
  respondent bytea not null,
  -- In named surveys only.
  user_id int,
  segment_id int,
  answers jsonb not null,
  unique (tenant_id, survey_id, respondent),
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index survey_responses_by_user on survey_responses (tenant_id, user_id) where user_id is not null;
select enforce_tenant_isolation('survey_responses', 'select, insert, update, delete');
