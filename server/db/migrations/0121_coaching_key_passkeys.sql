-- The private key of a person for coaching notes, encrypted with a secret that only a passkey of theirs can give (WebAuthn PRF).
-- One more way to unlock notes on a new device, next to the recovery code (decision 0093).
create table coaching_key_passkeys (
  tenant_id int not null,
  user_id int not null,
  credential_id text not null check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) between 16 and 1400),
  -- The public key whose private key is encrypted.
  public_key text not null,
  wrapped_key text not null check (length(wrapped_key) <= 1000),
  created_at timestamptz not null,
  primary key (tenant_id, user_id, credential_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_key_passkeys', 'select, insert, delete');
