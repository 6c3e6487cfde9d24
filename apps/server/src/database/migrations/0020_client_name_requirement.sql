-- An operator may require that accounts have a name before a client gets codes. The release before this one ignores it.

alter table clients
  add column requires_name boolean not null default false;
