import type { Caller } from '#http/caller.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';

/** The manager who makes a change, and the application, from the call of an endpoint. */
export function managerCall({
  params,
  session,
  caller,
}: {
  readonly params: { readonly appId: string };
  readonly session: { readonly account: { readonly id: string } };
  readonly caller: Caller;
}): ManagerCall {
  const { id } = session.account;
  return { appId: params.appId, actorId: id, accountId: id, caller };
}
