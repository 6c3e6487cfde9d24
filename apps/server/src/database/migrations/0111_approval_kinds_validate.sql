alter table approvals validate constraint approvals_kind_check;
