-- What an account lets a third-party application know. A grant of a session is no proof of consent: the release before
-- this one creates grants for the community's protocol without asking.

create table application_consents (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  agreed_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_consents_application_idx on application_consents (application_id);
