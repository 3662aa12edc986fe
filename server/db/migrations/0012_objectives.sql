create table objectives (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  owner_id int not null,
  title text not null,
  why text,
  -- Words, or a number with where it starts and where it is to end.
  measure jsonb not null,
  due_on date,
  if_then_plan text,
  topic_id text,
  visibility text not null check (visibility in ('private', 'coach', 'manager')),
  state text not null check (state in ('draft', 'active', 'achieved', 'missed', 'dropped')),
  is_at_risk boolean not null default false,
  -- What an edit was based on: it is counted up with each one.
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  unique (tenant_id, id),
  check ((state in ('achieved', 'missed', 'dropped')) = (ended_at is not null)),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, topic_id) references topics (tenant_id, id)
);
create index objectives_by_owner on objectives (tenant_id, owner_id, state);
select keep_tenants_apart('objectives', 'select, insert, update');

create table objective_notes (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  objective_id text not null,
  text text not null,
  -- Where a measure in numbers stands.
  value double precision,
  -- Kept by default, shown to others by choice.
  is_shared boolean not null,
  at timestamptz not null,
  foreign key (tenant_id, objective_id) references objectives (tenant_id, id)
);
create index objective_notes_by_objective on objective_notes (tenant_id, objective_id, at);
select keep_tenants_apart('objective_notes', 'select, insert');

-- Each edit with what was there before. A manager's edit stays marked until its owner has answered.
create table objective_changes (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  objective_id text not null,
  actor_id int not null,
  at timestamptz not null,
  reason text,
  fields jsonb not null,
  response text check (response in ('pending', 'accepted', 'disputed', 'restored')),
  responded_at timestamptz,
  foreign key (tenant_id, objective_id) references objectives (tenant_id, id),
  foreign key (tenant_id, actor_id) references users (tenant_id, id)
);
create index objective_changes_by_objective on objective_changes (tenant_id, objective_id, at);
select keep_tenants_apart('objective_changes', 'select, insert, update');
