-- pg_restore computes users.search_words with an empty search path, under which the text of a function finds no other
-- function. A body that is parsed when it is created refers to them by identity (docs/operating.md, 6).
create or replace function fold_text(written text) returns text language sql immutable parallel safe
begin atomic
  select lower(case when octet_length(written) = length(written) then written
    else regexp_replace(normalize(written, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff]', '', 'g') end);
end;
create or replace function person_search_words(first_name text, last_name text, email text) returns tsvector
language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array_remove(
    regexp_split_to_array(fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '\s+') || fold_text(coalesce(email, '')), ''));
end;
