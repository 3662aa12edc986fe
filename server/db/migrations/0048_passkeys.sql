-- Passkeys of people (WebAuthn). Only the public key is here; the private one never leaves the device of the person.
create table passkeys (
  -- As the authenticator named it.
  id text not null,
  tenant_id int not null references tenants (id),
  user_id int not null,
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When the challenge of the last sign-in was issued: an older or equal one is refused, so that none is used twice.
  last_challenge_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index passkeys_by_user on passkeys (tenant_id, user_id);
select enforce_tenant_isolation('passkeys', 'select, insert, update, delete');
