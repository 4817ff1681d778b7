#!/bin/sh
# Run once by the PostgreSQL image on an empty volume: a user for the application that owns its database and nothing else.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v password="$(cat /run/secrets/database_password)" <<'SQL'
create role chartlark login password :'password';
create database chartlark owner chartlark encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke connect on database chartlark from public;
SQL
