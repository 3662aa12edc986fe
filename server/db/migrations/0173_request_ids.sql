-- The request that has caused a notification or a mail, for the log lines of its delivery.
-- See docs/decisions/0135-request-ids-and-traces.md.
alter table notifications_outbox add column request_id text, add column traceparent text;
alter table account_links add column request_id text, add column traceparent text;
