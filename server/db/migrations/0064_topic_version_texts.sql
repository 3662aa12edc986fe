-- Each version keeps its own texts, so that versions can be compared and restored (decision 0061).
alter table topic_versions
  add column title text,
  add column behavior_name text,
  add column description text;

-- Versions that were published before have the texts of their topic. The owner of the tables may write them for all tenants.
alter table topics no force row level security;
alter table topic_versions no force row level security;
update topic_versions as v set title = t.title, behavior_name = t.behavior_name, description = t.description
from topics as t where t.id = v.topic_id and t.tenant_id = v.tenant_id;
alter table topics force row level security;
alter table topic_versions force row level security;
