-- An operator may require pushed authorization requests (RFC 9126) or DPoP-bound tokens (RFC 9449) of a client. The
-- release before this one ignores both, as it did.

alter table clients
  add column requires_par boolean not null default false,
  add column requires_dpop boolean not null default false;
