-- The first of three files that partition audit_events by month. The table becomes the first partition as it is: its
-- rows are not copied, and each lock is held for an instant. A start that is cut off in between may continue for a
-- month, because the bound is at least a month ahead.
set local lock_timeout = '100ms';

-- The random half of a row's commitment, and the commitment itself once the row's personal data is erased (ADR 30).
alter table audit_events add column salt uuid, add column commitment_hash bytea;

alter table audit_events add constraint audit_events_commitment_hash_check
  check (octet_length(commitment_hash) = 32) not valid;

do $$
declare
  bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
begin
  execute format(
    'alter table audit_events add constraint audit_events_before_bound check (at < timestamptz %L) not valid', bound);
end $$;
