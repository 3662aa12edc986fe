-- Home lists the departures of the last days to managers and coaches, without reading all enrolments of their people.
create index enrolments_left on enrolments (tenant_id, finished_at) where state = 'withdrawn' and reason is not null;
