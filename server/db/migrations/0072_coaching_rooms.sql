-- The notes, agenda and actions of a coaching session, encrypted in the browser. Without owner: for both people of the session;
-- otherwise only for the owner. Nobody else can read them: each reader has an envelope with the key of the document.
create table coaching_documents (
  id text primary key check (id ~ '^[a-z0-9]{16}$'),
  tenant_id int not null,
  session_id text not null,
  owner_id int,
  version int not null check (version > 0),
  -- Base64 of AES-256-GCM.
  snapshot text not null check (length(snapshot) <= 200000),
  updated_at timestamptz not null,
  unique (tenant_id, id),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create unique index coaching_documents_by_session on coaching_documents (tenant_id, session_id, coalesce(owner_id, 0));
select enforce_tenant_isolation('coaching_documents', 'select, insert, update, delete');

-- The key of a document, encrypted for one reader with the reader's public key.
create table coaching_envelopes (
  tenant_id int not null,
  document_id text not null,
  user_id int not null,
  -- The public key that the envelope was made for.
  public_key text not null,
  envelope text not null check (length(envelope) <= 1000),
  primary key (tenant_id, document_id, user_id),
  foreign key (tenant_id, document_id) references coaching_documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_envelopes', 'select, insert, update, delete');

-- The meeting of a session: when both people were in the room for the first time, how long together, and who finished it.
create table coaching_rooms (
  tenant_id int not null,
  session_id text not null,
  met_at timestamptz,
  counted_at timestamptz,
  together_seconds int not null default 0,
  finished_at timestamptz,
  finished_by int,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id)
);
select enforce_tenant_isolation('coaching_rooms', 'select, insert, update');

-- Who was in the room. A person is there while `seen_at` is recent and `left_at` is empty.
create table coaching_attendance (
  tenant_id int not null,
  session_id text not null,
  user_id int not null,
  joined_at timestamptz not null,
  seen_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, session_id, user_id),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_attendance', 'select, insert, update');

-- The three ratings of a person after a session. Only the person reads them. The comment is a chat message and not here.
create table coaching_feedback (
  tenant_id int not null,
  session_id text not null,
  user_id int not null,
  listened int not null check (listened between 1 and 5),
  chosen int not null check (chosen between 1 and 5),
  next_step int not null check (next_step between 1 and 5),
  created_at timestamptz not null,
  primary key (tenant_id, session_id, user_id),
  foreign key (tenant_id, session_id) references coaching_sessions (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
select enforce_tenant_isolation('coaching_feedback', 'select, insert, delete');
