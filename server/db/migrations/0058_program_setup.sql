-- Programs are drafted and launched in the product (decision 0065).
alter table programs
  -- When the program is due: on a day, or some days after the invitation. Without both, never.
  add column due_on date,
  add column due_days int check (due_days between 1 and 730),
  -- Who is invited at the launch. Ids of people and departments that no longer exist reach nobody.
  add column audience_everyone boolean not null default false,
  add column audience_people int[] not null default '{}',
  add column audience_departments int[] not null default '{}',
  add column coach_ids int[] not null default '{}',
  -- Of a manager who is no administrator: it reaches only people below its owner.
  add column is_for_line boolean not null default false,
  add column changed_by int,
  add column changed_at timestamptz,
  add column launched_by int,
  add column launched_at timestamptz,
  -- How many people the launch invites, and when all of them were invited.
  add column launch_total int,
  add column launch_ended_at timestamptz,
  add check (due_on is null or due_days is null),
  add foreign key (tenant_id, changed_by) references users (tenant_id, id),
  add foreign key (tenant_id, launched_by) references users (tenant_id, id);
