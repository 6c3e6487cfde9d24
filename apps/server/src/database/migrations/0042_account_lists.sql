-- The sort orders and filters of the administrators' list of accounts. `created_at` and `last_sign_in_at` are read page
-- by page; the other filters match many rows, except these.
create index if not exists accounts_created_idx on accounts (created_at, id);
create index if not exists accounts_last_sign_in_idx on accounts (last_sign_in_at, id);
create index if not exists accounts_locked_idx on accounts (created_at, id) where status = 'locked';
create index if not exists accounts_admins_idx on accounts (created_at, id) where role = 'admin';
create index if not exists accounts_enterprises_idx on accounts (created_at, id) where kind = 'enterprise';
