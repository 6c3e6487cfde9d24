-- The queues of enterprises and certificates, by what the association found.
create index if not exists enterprises_declared_idx on enterprises (declared_at, account_id)
  where verified_at is null and refused_at is null and name is not null and tax_code is not null
    and representative is not null;
create index if not exists enterprises_verified_idx on enterprises (coalesce(checked_at, verified_at), account_id)
  where verified_at is not null;
create index if not exists enterprises_refused_idx on enterprises (coalesce(checked_at, verified_at), account_id)
  where refused_at is not null;
create index if not exists enterprises_checked_by_idx on enterprises (checked_by) where checked_by is not null;
create index if not exists enterprises_any_tax_code_idx on enterprises (tax_code) where tax_code is not null;
create index if not exists broker_certificates_status_idx on broker_certificates (status, updated_at, account_id);
create index if not exists broker_certificates_expires_idx on broker_certificates (expires_on)
  where expires_on is not null;
