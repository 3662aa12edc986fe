-- The check-in that added a note, so that a correction of the check-in corrects its note. Null for other notes, and for notes
-- from before this column.
alter table objective_notes add column check_in_id text;
grant update, delete on objective_notes to trellis_app;
