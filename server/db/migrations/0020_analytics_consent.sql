-- Whether the organisation has agreed that its people's use is told to an analytics service. Nothing is, unless it has.
alter table tenants add column analytics_consent boolean not null default false;
grant update (analytics_consent) on tenants to trellis_app;
