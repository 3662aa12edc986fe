-- The step kind 'link': a page on the web.
alter table topic_steps drop constraint topic_steps_kind_check;
alter table topic_steps add constraint topic_steps_kind_check
  check (kind in ('content', 'challenge', 'practice', 'reflection', 'session', 'survey', 'package', 'link'));
alter table topic_steps
  add column url text,
  add check ((kind = 'link') = (url is not null));
