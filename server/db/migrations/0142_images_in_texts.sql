-- Images in the texts of steps (decision 0124).
alter table packages drop constraint packages_purpose_check;
alter table packages add constraint packages_purpose_check
  check (purpose in ('package', 'video', 'captions', 'file', 'image'));

-- Browsers send no token for images. Their ids cannot be guessed.
create policy auth_reads_images on packages for select to trellis_auth using (purpose = 'image' and state = 'ready');
grant select (id, tenant_id, purpose, state) on packages to trellis_auth;
