-- Imported members have agreed to nothing. Only those who have not signed up or given a consent since.
update accounts a set agreed_legal = -1
where exists (select from import_rows r where r.account_id = a.id and r.outcome in ('added', 'kept'))
  and not exists (select from consents c where c.account_id = a.id);
