-- The published versions of the terms of use and the privacy policy. Version 1 of each is built in and has no row. `id`
-- counts the versions of both in the order of their commits, because publishing locks the table: an account that has
-- agreed to one id has agreed to every lower one.
create table legal_versions (
  id integer primary key,
  document text not null check (document in ('terms', 'privacy')),
  version integer not null check (version > 1),
  -- Title, lead and body in each language.
  texts jsonb not null,
  vi_hash bytea not null check (octet_length(vi_hash) = 32),
  en_hash bytea not null check (octet_length(en_hash) = 32),
  -- Members agree to it at their next sign-in. False for a small correction.
  requires_agreement boolean not null,
  -- An administrator's account. The version remains when the account is erased.
  published_by text not null,
  published_at timestamptz not null default now(),
  unique (document, version)
);
create index legal_versions_required_idx on legal_versions (id) where requires_agreement;

create function refuse_legal_change() returns trigger language plpgsql as $$
begin
  raise exception 'published versions are append-only';
end $$;
create trigger legal_versions_append_only before update or delete or truncate on legal_versions
  for each statement execute function refuse_legal_change();
