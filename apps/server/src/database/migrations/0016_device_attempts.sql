-- When a request to sign in was made, by the database's clock. Sign-ins are compared with it, and the clocks of VID's
-- machines may differ.
alter table oidc_interactions add column created_at timestamptz not null default now();

-- When the device last asked whether the person has decided (RFC 8628 section 3.5), and the least seconds between two
-- such requests.
alter table oidc_device_codes
  add column polled_at timestamptz,
  add column poll_seconds integer not null default 5;
