-- Surveys of a program: sent to each learner after joining and after completing it (decision 0106).
alter table programs
  add column survey_before_id text,
  add column survey_after_id text,
  add foreign key (tenant_id, survey_before_id) references surveys (tenant_id, id),
  add foreign key (tenant_id, survey_after_id) references surveys (tenant_id, id);
