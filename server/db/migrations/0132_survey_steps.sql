-- The survey whose answer completes a step of kind survey. It may be missing in steps from before surveys could be chosen.
alter table topic_steps add column survey_id text;
alter table topic_steps add foreign key (tenant_id, survey_id) references surveys (tenant_id, id);
create index topic_steps_by_survey on topic_steps (tenant_id, survey_id) where survey_id is not null;
