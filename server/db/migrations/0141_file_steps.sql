-- Uploads are not only packages: videos with captions, and files to download (decision 0123).
alter table packages
  add column purpose text not null default 'package' check (purpose in ('package', 'video', 'captions', 'file')),
  -- The length of a video that is ready.
  add column seconds double precision check (seconds > 0);

-- The step kinds 'file' and 'video'.
alter table topic_steps drop constraint topic_steps_kind_check;
alter table topic_steps add constraint topic_steps_kind_check
  check (kind in ('content', 'challenge', 'practice', 'reflection', 'session', 'survey', 'package', 'link', 'file', 'video'));
alter table topic_steps
  add column file_id text,
  add column captions_id text,
  add foreign key (tenant_id, file_id) references packages (tenant_id, id),
  add foreign key (tenant_id, captions_id) references packages (tenant_id, id),
  add check ((kind in ('file', 'video')) = (file_id is not null)),
  add check ((kind = 'video') = (captions_id is not null));
create index topic_steps_by_file on topic_steps (tenant_id, file_id) where file_id is not null;
create index topic_steps_by_captions on topic_steps (tenant_id, captions_id) where captions_id is not null;

-- Which parts of a video a learner has watched, in seconds from its start.
create table video_progress (
  tenant_id int not null references tenants (id),
  enrolment_id text not null,
  step_key text not null,
  file_id text not null,
  watched jsonb not null default '[]',
  position double precision not null default 0,
  updated_at timestamptz not null,
  primary key (tenant_id, enrolment_id, step_key),
  foreign key (tenant_id, enrolment_id) references enrolments (tenant_id, id),
  foreign key (tenant_id, file_id) references packages (tenant_id, id)
);
select enforce_tenant_isolation('video_progress', 'select, insert, update');
