-- What the association found about enterprises, why it refused certificates, and reminders of their expiry.
set local lock_timeout = '100ms';

-- refusal: why the certificate was refused. Only valid with the status 'refused', because the release before this one
-- does not clear it when the certificate is declared again.
-- The reminder columns hold the expires_on they were sent for, so that another date gets new reminders.
alter table broker_certificates
  add column refusal text,
  add column reminded_early_for date,
  add column reminded_late_for date;

-- revision: counts the changes of what the association checks, so that a decision names what was read.
-- declared_at: when that changed last; the order of the queue.
alter table enterprises
  add column revision integer not null default 1,
  add column declared_at timestamptz not null default now(),
  add column refused_at timestamptz,
  add column refusal text,
  add column checked_by text references accounts (id) on delete set null,
  add column checked_at timestamptz;

-- A trigger, because the release before this one writes the table without these columns while both run.
create function note_enterprise_change() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.declared_at := now();
  new.refused_at := null;
  new.refusal := null;
  -- The verification covers the name and the tax code.
  if (new.name, new.tax_code) is distinct from (old.name, old.tax_code)
    and new.verified_at is not distinct from old.verified_at then
    new.verified_at := null;
  end if;
  if new.verified_at is null then
    new.checked_by := null;
    new.checked_at := null;
  end if;
  return new;
end $$;
create trigger enterprises_changed before update on enterprises for each row
  when ((new.name, new.short_name, new.tax_code, new.representative)
    is distinct from (old.name, old.short_name, old.tax_code, old.representative))
  execute function note_enterprise_change();
