#!/bin/sh
# Creates the two databases and their logins when PostgreSQL starts for the first time (docs/operating.md, 1 and 2).
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=trellis_password="$TRELLIS_DATABASE_PASSWORD" --set=messaging_password="$MESSAGING_DATABASE_PASSWORD" <<'SQL'
create role trellis login createrole password :'trellis_password';
create role messaging login password :'messaging_password';
create database trellis owner trellis encoding 'UTF8' template template0;
create database messaging owner messaging encoding 'UTF8' template template0;
revoke connect on database trellis, messaging from public;
SQL
