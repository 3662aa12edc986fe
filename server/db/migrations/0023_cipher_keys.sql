-- The key with which an organisation's chats are encrypted; no row where they are not. In a table of its own, since the door
-- may read `tenants`. A request may read the one of its organisation and change nothing: an operator makes it, once.
create table cipher_keys (
  tenant_id int primary key references tenants (id),
  key text not null check (length(key) >= 40),
  created_at timestamptz not null default now()
);
select keep_tenants_apart('cipher_keys', 'select');
