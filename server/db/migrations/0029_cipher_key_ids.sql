-- An organisation can have several cipher keys: the newest one encrypts, all of them decrypt (decision 0023). The id is in
-- the header of each encrypted message, where the SDK's crypto module looks for it. 'ACRH' is its own name for the first key.
alter table cipher_keys add column id text not null default 'ACRH' check (id ~ '^[A-Z0-9]{4}$');
alter table cipher_keys alter column id drop default;
alter table cipher_keys drop constraint cipher_keys_pkey;
alter table cipher_keys add primary key (tenant_id, id);
