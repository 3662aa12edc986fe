-- The clean-up deletes old rows in batches; an index finds each batch.
create index sessions_by_revocation on sessions (revoked_at) where revoked_at is not null;
create index outbox_by_sending on notifications_outbox (sent_at) where sent_at is not null;
create index outbox_by_refusal on notifications_outbox (refused_at) where refused_at is not null;
grant select (id) on unread_posts to trellis_outbox;
