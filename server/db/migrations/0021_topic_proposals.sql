-- A topic that a learner's coach or manager would choose for them. The learner decides; what was taken back stays readable.
create table topic_proposals (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  topic_id text not null,
  proposed_by int not null,
  note text,
  proposed_at timestamptz not null,
  taken_back_at timestamptz,
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id),
  foreign key (tenant_id, proposed_by) references users (tenant_id, id)
);
create unique index one_open_proposal on topic_proposals (tenant_id, enrolment_id, topic_id, proposed_by)
  where taken_back_at is null;
select keep_tenants_apart('topic_proposals', 'select, insert, update');
