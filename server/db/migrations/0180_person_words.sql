-- The search words of people in an index that row level security can use: the comparison of texts reveals no rows, unlike
-- the match of a text search, so the index on users.search_words was never used. See docs/decisions/0058-search.md.
create table person_words (
  tenant_id int not null,
  word text collate "C" not null,
  -- First and last name, so that the people with a word are read in order.
  name text collate "C" not null,
  user_id int not null,
  primary key (tenant_id, word, name, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select enforce_tenant_isolation('person_words', 'select, insert, update, delete');
create index person_words_by_user on person_words (tenant_id, user_id);
drop index users_by_search_words;

create function write_person_words() returns trigger language plpgsql as $$
begin
  insert into person_words (tenant_id, word, name, user_id)
    select tenant_id, word, fold_text(first_name || ' ' || last_name), id
    from added, unnest(tsvector_to_array(search_words)) as word;
  return null;
end $$;
-- Once for each statement, because an import inserts thousands of people with one.
create trigger write_person_words after insert on users referencing new table as added
  for each statement execute function write_person_words();

create function replace_person_words() returns trigger language plpgsql as $$
begin
  delete from person_words where tenant_id = new.tenant_id and user_id = new.id;
  insert into person_words (tenant_id, word, name, user_id)
    select new.tenant_id, word, fold_text(new.first_name || ' ' || new.last_name), new.id
    from unnest(tsvector_to_array(new.search_words)) as word;
  return null;
end $$;
create trigger replace_person_words after update of first_name, last_name, email on users for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email))
  execute function replace_person_words();

-- The word of a search text that the fewest people have, without case and accents. Counts at most 500 people per word.
-- Null if the text has no words.
create function rarest_search_word(search text) returns text language sql stable parallel safe as $$
  select word from (
    select distinct word from regexp_split_to_table(fold_text(search), '\s+') as word where word <> '') as words
  order by (select count(*) from (
    select from person_words as w where w.word >= words.word and w.word < words.word || chr(1114111) limit 500) as counted),
    length(word) desc, word
  limit 1
$$;

-- The owner is subject to row level security too, so each organisation is updated in turn.
do $$
declare
  ids int[];
  one int;
begin
  set local role trellis_auth;
  select array_agg(id) into ids from tenants;
  reset role;
  foreach one in array coalesce(ids, '{}') loop
    perform set_config('app.tenant_id', one::text, true);
    insert into person_words (tenant_id, word, name, user_id)
      select tenant_id, word, fold_text(first_name || ' ' || last_name), id
      from users, unnest(tsvector_to_array(search_words)) as word where tenant_id = one;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- The numbers of active, invited and deactivated people above the table of people are counted in this index.
create index users_by_status on users (tenant_id, status);
-- People who can help with a topic. The search compares the topics of these people only.
create index users_with_help_topics on users (tenant_id) where help_topics <> '{}';
