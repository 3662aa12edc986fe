-- The formatted text of a step; null for a plain text. `body` has its text without format (decision 0090).
alter table topic_steps add column document jsonb;
