-- Permissions from before 0130. Alone in its transaction, so that it blocks only changes of the rows it has written.
update permissions p set sort_name = k.name, sort_email = k.email, sort_phone = k.phone
from account_sort_keys k
where k.account_id = p.account_id
  and (p.sort_name, p.sort_email, p.sort_phone) is distinct from (k.name, k.email, k.phone);
