-- The key pair of a person for the notes of coaching sessions. See docs/decisions/0068-encrypted-coaching-notes.md. The private
-- key is encrypted in the browser with a key from the person's recovery code, which the server never gets.
create table coaching_keys (
  tenant_id int not null,
  user_id int not null,
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{80,100}$'),
  wrapped_key text not null check (length(wrapped_key) <= 1000),
  created_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_keys', 'select, insert, update, delete');

-- Who of the two people has accepted which version of the page about confidentiality.
create table coaching_agreements (
  tenant_id int not null,
  learner_id int not null,
  peer_id int not null,
  user_id int not null check (user_id in (learner_id, peer_id)),
  rules int not null,
  accepted_at timestamptz not null,
  primary key (tenant_id, learner_id, peer_id, user_id, rules),
  foreign key (tenant_id, learner_id) references users (tenant_id, id),
  foreign key (tenant_id, peer_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_agreements', 'select, insert');
