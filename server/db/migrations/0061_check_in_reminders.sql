-- Reminders of managers to people who are late with a check-in: at most one a day.
create table check_in_reminders (
  tenant_id int not null references tenants (id),
  user_id int not null,
  week date not null,
  day date not null,
  sent_by int not null,
  sent_at timestamptz not null,
  primary key (tenant_id, user_id, week, day),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, sent_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('check_in_reminders', 'select, insert');

-- What a manager has not reviewed yet.
create index check_ins_to_review on check_ins (tenant_id, user_id) where state = 'submitted' and reviewed_at is null;
