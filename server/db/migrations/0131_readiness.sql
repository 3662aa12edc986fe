-- Readiness answers that are not submitted yet, and whether the person shares the result. Readers: the person; with is_shared, their
-- coaches read the latest result (decision 0096).
create table propensity_states (
  tenant_id int not null,
  user_id int not null,
  draft jsonb,
  is_shared boolean not null default false,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('propensity_states', 'select, insert, update, delete');
