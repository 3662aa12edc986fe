-- Insights find the enrolments that still use an older version of a topic.
create index enrolment_topics_by_version on enrolment_topics (tenant_id, topic_id, n);
