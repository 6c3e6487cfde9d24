-- Expired certificates, those that expired last first.
create index if not exists broker_certificates_expired_idx on broker_certificates (expires_on, account_id)
  where status in ('declared', 'confirmed');

-- The messages of a webhook by type and status.
create index if not exists webhook_messages_filter_idx
  on webhook_messages (endpoint_id, type, status, created_at desc, id desc);

-- With what the count of an incident reads, which so reads the index alone.
create index if not exists incident_accounts_by_incident_idx on incident_accounts (incident_id, id)
  include (account_id, told_at, told_by);
drop index if exists incident_accounts_list_idx;
