#!/bin/sh
# Creates the secrets of compose.yaml in deploy/secrets, one file each. Existing files are kept.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
create() {
  # The application's user in the container must be able to read it; the folder keeps other users of this machine out.
  [ -e "secrets/$1" ] || printf %s "$2" > "secrets/$1"
  chmod 644 "secrets/$1"
}
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
create database_admin_password "$(random)"
create database_password "$(random)"
create database_url "postgres://chartlark:$(cat secrets/database_password)@database:5432/chartlark"
create bucket_secret "$(random)"
create metrics_token "$(random)"
# Encrypts the secrets of messaging groups.
create outward_key "$(head -c 32 /dev/urandom | base64)"
# Empty: no mail is sent. Otherwise smtps://user:password@mail.example.org
create smtp_url ""
echo "The secrets are in $(pwd)/secrets. Keep a copy elsewhere."
