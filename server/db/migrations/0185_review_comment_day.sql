-- When a reviewer asked for changes in a topic. Null for comments from before this column.
alter table topics add column review_note_at timestamptz;
