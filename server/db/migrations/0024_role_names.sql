-- Standard names for the database roles:
--
-- trellis_door    → trellis_auth         sign-in before a tenant is known
-- trellis_courier → trellis_outbox       the dispatchers of notifications and mail
-- trellis_keeper  → trellis_maintenance  clean-up in every tenant
--
-- Roles belong to the whole cluster and migrations to one database, so the roles cannot simply be renamed: another
-- database may still use the old names. This migration copies every right in this database to the new role, removes the
-- rights of the old role, and drops the old role when no other database depends on it.
do $$
declare
  pair text[];
  old_name text;
  new_name text;
  old_id oid;
  new_id oid;
  item record;
begin
  -- Always in this order, so that two databases cannot deadlock on the locks of the roles.
  foreach pair slice 1 in array array[
    ['trellis_door', 'trellis_auth'],
    ['trellis_courier', 'trellis_outbox'],
    ['trellis_keeper', 'trellis_maintenance']
  ] loop
    old_name := pair[1];
    new_name := pair[2];
    if not exists (select from pg_roles where rolname = new_name) then
      begin
        execute format('create role %I nologin nobypassrls', new_name);
      exception
        when duplicate_object or unique_violation then
          null; -- another database of the cluster has just created it
        when insufficient_privilege then
          raise exception 'The login % may not create the role %. Run "alter role % createrole" as a superuser and start again.',
            current_user, new_name, quote_ident(current_user);
      end;
    end if;
    select oid into strict old_id from pg_roles where rolname = old_name;
    select oid into strict new_id from pg_roles where rolname = new_name;

    -- Everyone who may work as the old role may work as the new one.
    for item in
      select pg_get_userbyid(member) as name from pg_auth_members m
      where roleid = old_id and not exists (select from pg_auth_members where roleid = new_id and member = m.member)
    loop
      execute format('grant %I to %I', new_name, item.name);
    end loop;

    for item in
      select format('%s on schema %I', privilege_type, nspname) as access
        from pg_namespace, aclexplode(nspacl) where grantee = old_id
      union all
      select format('%s on %s %s', privilege_type, case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass)
        from pg_class c, aclexplode(relacl) where grantee = old_id
      union all
      select format('%s (%I) on table %s', privilege_type, attname, attrelid::regclass)
        from pg_attribute, aclexplode(attacl) where grantee = old_id
      union all
      select format('%s on routine %s', privilege_type, p.oid::regprocedure)
        from pg_proc p, aclexplode(proacl) where grantee = old_id
    loop
      execute format('grant %s to %I', item.access, new_name);
    end loop;

    for item in
      select polname, polrelid::regclass as relation,
        (select string_agg(quote_ident(pg_get_userbyid(id)), ', ') from unnest(array_replace(polroles, old_id, new_id)) as id) as roles
      from pg_policy where old_id = any (polroles)
    loop
      execute format('alter policy %I on %s to %s', item.polname, item.relation, item.roles);
    end loop;

    execute format('drop owned by %I', old_name); -- its rights in this database; it owns nothing
    begin
      execute format('drop role %I', old_name);
    exception when dependent_objects_still_exist or insufficient_privilege then
      null; -- another database still uses it (or removes it at this moment), or another login created it
    end;
  end loop;
end $$;

alter policy at_the_door on tenants rename to auth_reads;
alter policy at_the_door on tenant_domains rename to auth_reads;
alter policy at_the_door on avatars rename to auth_reads;
alter policy delivers on notifications_outbox rename to outbox_delivers;
alter policy delivers on mail_digests rename to outbox_delivers;
alter policy forgets on unread_posts rename to outbox_deletes_old;
alter policy clears_away on messaging_tokens rename to maintenance_deletes_old;
alter policy clears_away on sessions rename to maintenance_deletes_old;
alter policy sees_who_is_gone on users rename to maintenance_reads_status;
alter policy sees_who_is_gone on tenants rename to maintenance_reads_status;
alter policy finds_what_waits on topic_confirmations rename to maintenance_finds_overdue;

alter function keep_tenants_apart(regclass, text) rename to enforce_tenant_isolation;
alter function note_manager() rename to record_manager_access;
alter function note_coach() rename to record_coach_access;
alter trigger manager_noted on users rename to record_manager_access;
alter trigger coach_noted on enrolments rename to record_coach_access;
