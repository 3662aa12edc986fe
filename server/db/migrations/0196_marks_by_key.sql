-- Reopening a topic removes the marks of all people that it was congratulated on.
create index need_marks_by_key on need_marks (tenant_id, key);
