-- Notes that check-ins added before 0186 are known by their time, which is the time of the last sending. A check-in that was
-- sent again without changing its note is not found: a later correction of it adds a second note.
update objective_notes set check_in_id = c.id
  from check_ins c, objectives o
  where objective_notes.check_in_id is null
    and o.tenant_id = objective_notes.tenant_id and o.id = objective_notes.objective_id
    and c.tenant_id = o.tenant_id and c.user_id = o.owner_id and c.sent_at = objective_notes.at;
