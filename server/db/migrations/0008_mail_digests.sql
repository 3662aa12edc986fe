-- One mail for each person with unread posts: it waits until it is due, and ends when it was sent, refused for good, or
-- is not needed any more. At most one waits for each person.
create table mail_digests (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null references tenants (id),
  receiver_id int not null,
  created_at timestamptz not null,
  not_before timestamptz not null,
  attempts int not null default 0,
  -- Some process is at it until then.
  leased_until timestamptz,
  -- Set when it is handed over and cleared when that is known to have failed: in between nobody knows whether it went out.
  handed_over_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'dropped', 'refused')),
  refused_because text,
  check ((ended_at is null) = (outcome is null)),
  unique (tenant_id, id),
  foreign key (tenant_id, receiver_id) references users (tenant_id, id)
);
create unique index one_waiting_digest on mail_digests (tenant_id, receiver_id) where ended_at is null;
create index digests_waiting on mail_digests (not_before) where ended_at is null;
create index digests_ended on mail_digests (ended_at) where ended_at is not null;
select keep_tenants_apart('mail_digests', 'select, insert, update');
create policy delivers on mail_digests to trellis_courier using (true) with check (true);
grant select, update, delete on mail_digests to trellis_courier;

-- The mail that told of it; a post is mailed once.
alter table unread_posts add column digest_id text;
alter table unread_posts add foreign key (tenant_id, digest_id) references mail_digests (tenant_id, id);
create index posts_by_digest on unread_posts (tenant_id, digest_id);
create index closed_posts on unread_posts (closed_at) where closed_at is not null;
-- What is long over is forgotten, without reading what people wrote.
create policy forgets on unread_posts to trellis_courier using (true);
grant select (tenant_id, digest_id, closed_at), delete on unread_posts to trellis_courier;
