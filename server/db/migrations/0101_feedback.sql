-- 360 feedback: a survey about one person (decision 0087).
alter table surveys add column subject_id int;
alter table surveys add foreign key (tenant_id, subject_id) references users (tenant_id, id);
create index surveys_by_subject on surveys (tenant_id, subject_id) where subject_id is not null;
-- Who acts before the opening: the owner prepares, the person nominates, the owner approves.
alter table surveys add column phase text check (phase in ('preparing', 'nominating', 'approving'));
-- The released report of the person. `results` then holds no questions.
alter table surveys add column feedback jsonb;

-- Who gives feedback, and in which group.
create table survey_raters (
  tenant_id int not null,
  survey_id text not null,
  user_id int not null,
  rater_group text not null check (rater_group in ('self', 'manager', 'peer', 'report')),
  primary key (tenant_id, survey_id, user_id),
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index survey_raters_by_user on survey_raters (tenant_id, user_id);
select enforce_tenant_isolation('survey_raters', 'select, insert, update, delete');
