-- The last check of each audit log, from its first entry to the signed head.
create table audit_checks (
  tenant_id int primary key references tenants (id),
  checked_at timestamptz not null,
  -- How many entries were found intact.
  entries bigint not null,
  -- The first entry that is wrong, and why; null if the log is intact.
  fault_seq bigint,
  fault_reason text,
  -- Made with a key that is not in the database, as the signature of the head.
  signature text not null,
  check ((fault_seq is null) = (fault_reason is null))
);
select enforce_tenant_isolation('audit_checks', 'select, insert, update');
create index audit_entries_by_action on audit_entries (tenant_id, action, seq desc);
create index audit_entries_by_time on audit_entries (tenant_id, at);
