-- The search words of programs and topics are stored, as those of people are. Computing them for each name took
-- 5 ms in an organisation with 2,000 programs. See docs/decisions/0058-search.md.
alter table programs add column search_words tsvector not null
  generated always as (person_search_words(name, '', '')) stored;
-- Authors search for the title that they are writing.
alter table topics add column search_words tsvector not null
  generated always as (person_search_words(coalesce(draft->>'title', title), '', '')) stored;
