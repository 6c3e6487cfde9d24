import type { Fragment, Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { NoticeKind } from './notice-texts.ts';

/**
 * Owes the owner a notice for each row of `source (account_id)`, as part of a larger statement. Call
 * `NoticeService.kickDue` after the commit.
 */
export const oweNotice = (
  sql: Queryable,
  { kind, caller }: { readonly kind: NoticeKind; readonly caller: Pick<Caller, 'userAgent' | 'address'> },
  source: Fragment,
): Fragment => sql`
  insert into due_notices (account_id, kind, user_agent, address)
  select account_id, ${kind}::text, ${caller.userAgent}::text, ${caller.address}::text from ${source}`;
