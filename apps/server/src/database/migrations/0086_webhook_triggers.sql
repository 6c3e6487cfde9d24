-- On the tables themselves, so that no feature can change them without the event. The busiest table is last.
set local lock_timeout = '100ms';

create trigger webhook_certificate_verified after update of status on broker_certificates
  for each row when (new.status = 'confirmed' and old.status <> 'confirmed')
  execute function webhook_certificate_verified();

create trigger webhook_purpose_withdrawn after insert on consents
  for each row when (new.action = 'withdrawn') execute function webhook_purpose_withdrawn();

create trigger webhook_consent_withdrawn after delete on application_consents
  for each row execute function webhook_application_withdrawn();

create trigger webhook_use_withdrawn after delete on application_uses
  for each row execute function webhook_application_withdrawn();
create trigger webhook_application_used after insert on application_uses
  for each row execute function webhook_application_used();

create trigger webhook_permission_added after insert or delete on permissions
  for each row execute function webhook_permission_changed();
create trigger webhook_permission_changed after update of role, status on permissions
  for each row when (old.role <> new.role or old.status <> new.status)
  execute function webhook_permission_changed();

create trigger webhook_account_created after insert on accounts
  for each row execute function webhook_account_created();
create trigger webhook_account_status after update of status on accounts
  for each row when (old.status <> new.status) execute function webhook_account_status();
create trigger webhook_account_deleted before delete on accounts
  for each row execute function webhook_account_deleted();
