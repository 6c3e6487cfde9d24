-- What a machine client may do in the management API. A manager grants the scopes of the client's own application, an
-- administrator also those of the association's accounts.
alter table clients add column management_scopes text[] not null default '{}'
  check (management_scopes <@ array[
    'vid:applications:read', 'vid:applications:write', 'vid:accounts:read', 'vid:accounts:write']);
