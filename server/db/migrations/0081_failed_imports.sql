-- What the import was doing when its job failed. Null for imports that failed before this column.
alter table people_imports add column failed_step text check (failed_step in ('checking', 'applying', 'reverting'));
