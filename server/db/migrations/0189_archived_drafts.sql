-- A draft can be archived without being opened.
alter table surveys drop constraint surveys_opened_check;
alter table surveys add constraint surveys_opened_check
  check (state = 'archived' or (state in ('draft', 'scheduled')) = (opened_at is null));
