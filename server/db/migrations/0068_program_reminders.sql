-- Reminders that administrators and managers send from insights: at most one a week for an enrolment.
create table program_reminders (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  sent_at timestamptz not null,
  sent_by int not null,
  -- Why the learner was reminded: what was missing then.
  reason text not null,
  primary key (tenant_id, enrolment_id, sent_at),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, sent_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('program_reminders', 'select, insert');
