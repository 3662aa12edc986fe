-- An author asks other authors to review the draft of a topic, and one of them may ask for changes with a comment (decision 0125).
alter table topics
  add column review_asked_at timestamptz,
  add column review_asked_by int,
  add column review_note text,
  add column review_note_by int,
  add check ((review_asked_at is null) = (review_asked_by is null)),
  add check ((review_note is null) = (review_note_by is null)),
  add foreign key (tenant_id, review_asked_by) references users (tenant_id, id),
  add foreign key (tenant_id, review_note_by) references users (tenant_id, id);
