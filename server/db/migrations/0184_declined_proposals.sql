-- When the learner declined a proposed topic. A declined proposal stays visible to its author until it is proposed again.
alter table topic_proposals add column declined_at timestamptz;
