create table propensity_results (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  user_id int not null,
  score int not null check (score between 0 and 100),
  facets jsonb not null,
  stage text not null,
  answers jsonb not null,
  answered_at timestamptz not null,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index propensity_results_by_user on propensity_results (tenant_id, user_id, answered_at);
select keep_tenants_apart('propensity_results', 'select, insert');

-- Somebody wrote to a person who was away. One stays open for each pair until the receiver is back.
create table unread_posts (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  sender_id int not null,
  receiver_id int not null check (receiver_id <> sender_id),
  preview text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  foreign key (tenant_id, sender_id) references users (tenant_id, id),
  foreign key (tenant_id, receiver_id) references users (tenant_id, id)
);
create unique index one_open_post on unread_posts (tenant_id, sender_id, receiver_id) where closed_at is null;
create index open_posts_by_receiver on unread_posts (tenant_id, receiver_id) where closed_at is null;
select keep_tenants_apart('unread_posts');
