-- How long the organisation keeps check-ins and accounts of people who have left. Null: until a person is erased.
-- See docs/decisions/0131-retention.md.
alter table organisation_settings
  add column check_in_days int check (check_in_days between 90 and 3650),
  add column deactivated_days int check (deactivated_days between 90 and 3650);

-- An erasure that follows from the setting, not from the request of the person.
alter table data_requests add column by_rule boolean not null default false;

create index check_ins_by_week on check_ins (tenant_id, week);
create index users_by_deactivation on users (tenant_id, deactivated_at) where deactivated_at is not null and erased_at is null;
