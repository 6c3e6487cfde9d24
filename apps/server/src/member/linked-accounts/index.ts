import type { SocialProofs } from '#account/identities/social-proof.service.ts';
import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createLinkedAccountsService } from './linked-accounts.service.ts';

type Deps = Access & { readonly socialProofs: SocialProofs };

export function createLinkedAccountsModule(deps: Deps): Module {
  const linkedAccounts = createLinkedAccountsService(deps);
  return {
    handlers: {
      'GET /vid/api/users/identities': ({ session }) => linkedAccounts.list(session),
      'POST /vid/api/users/identity-requests': async ({ session, body, caller }) => ({
        address: await linkedAccounts.start(session, body.provider, caller),
      }),
      'POST /vid/api/users/identities': ({ session, body, caller }) =>
        linkedAccounts.add(session, body, caller),
      'DELETE /vid/api/users/identities/:provider': ({ session, params, caller }) =>
        linkedAccounts.remove(session, params.provider, caller),
    },
  };
}
