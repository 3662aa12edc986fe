-- Answers to anonymous surveys wait here, encrypted, until at least k of them can be stored together (decision 0070). The place of
-- a row tells when it arrived, and its content can only be read with the key of the batch.
create table survey_submissions (
  tenant_id int not null,
  survey_id text not null,
  -- A code of the ticket, computed with the key of the batch, so that a changed submission replaces the earlier one.
  slot bytea not null,
  content bytea not null,
  primary key (tenant_id, survey_id, slot),
  foreign key (tenant_id, survey_id) references surveys (tenant_id, id)
);
select enforce_tenant_isolation('survey_submissions', 'select, insert, update, delete');

-- Encrypted with the key of the installation, and removed when the batch is stored.
alter table survey_ticket_keys add column batch_key text;
alter table surveys drop column shuffled;

-- The earlier round of the same survey.
alter table surveys add column repeats text;
alter table surveys add foreign key (tenant_id, repeats) references surveys (tenant_id, id);
