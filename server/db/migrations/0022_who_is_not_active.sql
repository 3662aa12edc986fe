-- Who takes part in a program is counted without those who are not active. They are few, and found here.
create index users_not_active on users (tenant_id, id) where status <> 'active';
