-- When the session last verified the password or a passkey. Sensitive changes require it within five minutes.
alter table sessions add column confirmed_at timestamptz;
