-- The one-time addresses that the server prints while there is no organisation (decision 0054). Only hashes are stored. The
-- table belongs to no organisation; the transaction that creates an organisation deletes all rows.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert, delete on setup_tokens to trellis_auth;
