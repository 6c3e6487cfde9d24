-- Every change of a section of the parameters. `before` and `after` are null for the built-in value. `version` counts the
-- changes of a section, so of two administrators who change the same version, one is refused.
create table app_params_history (
  name text not null,
  version integer not null,
  before jsonb,
  after jsonb,
  actor_id text not null,
  at timestamptz not null default now(),
  primary key (name, version)
);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of parameters is append-only';
end $$;
create trigger app_params_history_append_only before update or delete or truncate on app_params_history
  for each statement execute function refuse_history_change();

-- Images of the parameters. An address is never used again for another image.
create table brand_images (
  id text primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);
