-- Surveys that open, repeat and are released on a chosen day (decision 0095).
alter table surveys add column opens_on date;
alter table surveys add column releases_on date;
-- Weeks from the first day of a round to that of the next one.
alter table surveys add column repeat_weeks int check (repeat_weeks between 1 and 52);
-- Why a planned step was not done, for the people who run the survey.
alter table surveys add column problem text;
alter table surveys drop constraint surveys_state_check;
alter table surveys add constraint surveys_state_check
  check (state in ('draft', 'scheduled', 'open', 'closed', 'released', 'archived'));
alter table surveys drop constraint surveys_check;
alter table surveys add constraint surveys_opened_check check ((state in ('draft', 'scheduled')) = (opened_at is null));

-- What is done because of a survey. Readers: the people who run it and, from the release on, the people who were asked.
create table survey_actions (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null,
  survey_id text not null,
  text text not null,
  owner_id int not null,
  due_on date not null,
  -- What changed; the day is set when the action is done.
  outcome text not null default '',
  done_on date,
  created_at timestamptz not null,
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index survey_actions_by_survey on survey_actions (tenant_id, survey_id, due_on);
create index survey_actions_by_owner on survey_actions (tenant_id, owner_id);
select enforce_tenant_isolation('survey_actions', 'select, insert, update, delete');
