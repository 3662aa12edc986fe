-- More settings of programs, requests to join them and to launch them (decision 0105).
alter table programs
  -- fixed: learners work on the topics in the order of the program, one after the other.
  add column topic_order text not null default 'free' check (topic_order in ('free', 'fixed')),
  -- The coaching plan: how many sessions, and how many days apart.
  add column planned_sessions int check (planned_sessions between 1 and 50),
  add column session_every_days int check (session_every_days between 1 and 180),
  -- The largest number of learners of one coach.
  add column coach_limit int check (coach_limit between 1 and 500),
  -- How people take part without an invitation: not at all, at once, or after the owner has agreed.
  add column joining text not null default 'invitation' check (joining in ('invitation', 'open', 'request')),
  -- The owner asked the administrators to launch the draft.
  add column review_asked_at timestamptz,
  -- Why an administrator sent the draft back.
  add column review_note text,
  add check ((planned_sessions is null) = (session_every_days is null));

-- Requests to take part in a program. A person asks once; the owner of the program answers.
create table join_requests (
  tenant_id int not null references tenants (id),
  program_id text not null,
  user_id int not null,
  note text,
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by int,
  accepted boolean,
  answer_note text,
  primary key (tenant_id, program_id, user_id),
  foreign key (tenant_id, program_id) references programs (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id),
  check ((answered_at is null) = (accepted is null))
);
create index join_requests_by_user on join_requests (tenant_id, user_id);
select enforce_tenant_isolation('join_requests', 'select, insert, update, delete');
