-- Anonymous surveys: a signed ticket instead of an account allows one response (decision 0070).
alter table surveys drop constraint surveys_mode_check;
alter table surveys add constraint surveys_mode_check check (mode in ('named', 'confidential', 'anonymous'));
-- How many responses had been brought into random order when this was done last.
alter table surveys add column shuffled int not null default 0;
-- What the check before the release found; respondents read it.
alter table surveys add column anonymity_report jsonb;

-- The hash of the blinded message that was signed for a person. It says nothing about the ticket.
alter table survey_participations add column ticket_request bytea;
-- Rows of anonymous surveys are stored again in random order.
grant delete on survey_participations to trellis_app;

-- The key that signs the tickets of a survey. The private part is encrypted with the key of the installation, and removed when
-- the survey closes.
create table survey_ticket_keys (
  tenant_id int not null,
  survey_id text not null,
  public_key text not null,
  private_key text,
  primary key (tenant_id, survey_id),
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id)
);
select enforce_tenant_isolation('survey_ticket_keys', 'select, insert, update');
