-- Directory sync by SCIM (decision 0056).
create table directory_tokens (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  name text not null,
  token_hash bytea not null unique,
  created_by int not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
select enforce_tenant_isolation('directory_tokens', 'select, insert, update');

-- What the directory says about a person and `users` has no column for.
create table directory_people (
  tenant_id int not null references tenants (id),
  user_id int not null,
  -- Null: the directory has deleted the person.
  user_name text,
  external_id text,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index directory_people_by_user_name on directory_people (tenant_id, lower(user_name));
create index directory_people_by_external_id on directory_people (tenant_id, external_id);
select enforce_tenant_isolation('directory_people');

-- Groups of the directory. `sign_on_groups` says what they mean, by name or external id.
create table directory_groups (
  tenant_id int not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{16}$'),
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index directory_groups_by_name on directory_groups (tenant_id, lower(display_name));
select enforce_tenant_isolation('directory_groups');

create table directory_members (
  tenant_id int not null references tenants (id),
  group_id text not null,
  user_id int not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references directory_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index directory_members_by_user on directory_members (tenant_id, user_id);
select enforce_tenant_isolation('directory_members');
