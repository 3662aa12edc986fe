-- Authors write topics as drafts. A draft is published as a new version (decision 0064).
alter table topics
  add column owner_id int,
  add column tags text[] not null default '{}',
  -- Incremented by every change. A change names the version that it is based on.
  add column version int not null default 1,
  -- Title, behaviour, description and steps that are not published yet, as JSON.
  add column draft jsonb,
  add column changed_by int,
  -- Null: the newest version is the last change.
  add column changed_at timestamptz,
  -- A retired topic cannot be added to programs. Those that use it keep it.
  add column retired_at timestamptz,
  add foreign key (tenant_id, owner_id) references users (tenant_id, id),
  add foreign key (tenant_id, changed_by) references users (tenant_id, id);
create index program_topics_by_topic on program_topics (tenant_id, topic_id);
