-- The client's id of a submission of the readiness questions, so that a repeated request writes no second result.
alter table propensity_results add column submission_id text;
create unique index one_result_per_submission on propensity_results (tenant_id, user_id, submission_id);
