-- Conditions on the people whom a program invites: role, day of joining, reporting line (decision 0065).
alter table programs add column audience_rule jsonb;
