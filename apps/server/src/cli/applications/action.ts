import { parseArgs } from 'node:util';
import type { operator } from '#account/actor.ts';
import { orUsage } from '../access/subcommand.ts';
import type { Context } from '../command.ts';
import type { ApplicationDeps } from './application-services.ts';
import { clientOptions } from './client-options.ts';

export const usage = `application add <code> --name NAME [--logo ADDRESS] [--owner PHONE] [--restricted] [--first-party]
application list
application show <code>                                with its people by role and status
application set <code> [--name NAME] [--[no-]first-party]
application logo <code> ADDRESS|none
application access <code> open|restricted
application hand-over <code> PHONE [--reason TEXT]
application disable|enable <code> [--reason TEXT]
application sign-ins <code>                            of each of the last 30 days
application client-add <code> --kind web|spa|native|machine [--name NAME] [--id ID] --redirect ADDRESS…
    [--post-logout ADDRESS…] [--backchannel ADDRESS] [--auth none|client_secret_basic|client_secret_post|private_key_jwt] [--jwks FILE]
    [--alg ES256|RS256] [--scope SCOPE…] [--asks] [--needs-name] [--needs-email]
    [--no-pkce] [--par] [--dpop] [--device]
application client-add <code> --metadata FILE [any of the above]
application client-set <client id> [--name NAME] [--redirect ADDRESS…] [--post-logout ADDRESS…|none] [--backchannel ADDRESS|none]
    [--auth …] [--jwks FILE] [--alg …] [--scope SCOPE…] [--[no-]asks]
    [--[no-]needs-name] [--[no-]needs-email] [--[no-]pkce] [--[no-]par] [--[no-]dpop]
application client-remove <client id>
application client-disable|client-enable <client id>
application client-manage <client id> SCOPE…|none      what a machine client may do in the management API
application secret-rotate <client id> [--former now|1h|24h|7d]  when the former secret ends; 24h without it
application secret-end-former <client id>              ends the secrets before the newest
application snippet <client id> [--framework NAME] [--redirect ADDRESS]
application redirect-add|redirect-remove <client id> <address>
application grant <code> <phone> <role>
application withdraw <code> <phone> [role]

--json prints the result as JSON; clients as in RFC 7591. See also the commands role, permission and manager.`;

export const addOptions = {
  name: { type: 'string' },
  logo: { type: 'string' },
  owner: { type: 'string' },
  restricted: { type: 'boolean' },
  'first-party': { type: 'boolean' },
} as const;
export const former = { former: { type: 'string' } } as const;
export const reason = { reason: { type: 'string' } } as const;
export const snippetOptions = { framework: { type: 'string' }, redirect: clientOptions.redirect } as const;

const options = { ...addOptions, ...clientOptions, ...former, ...reason, ...snippetOptions };

export function parse(args: readonly string[]) {
  return orUsage(
    () => parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true }),
    usage,
  );
}

export type Values = ReturnType<typeof parse>['values'];

export type Given = {
  /** @throws UsageProblem if the argument is missing */
  readonly need: (index: number) => string;
  readonly positionals: readonly string[];
  readonly values: Values;
  readonly by: typeof operator & { readonly reason?: string };
  readonly deps: ApplicationDeps;
  readonly context: Context;
};

export type Action = {
  readonly takes?: object;
  readonly act: (given: Given) => Promise<void>;
};
