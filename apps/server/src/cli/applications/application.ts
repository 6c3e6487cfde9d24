import { parseArgs } from 'node:util';
import { defaultFormerSecretEnd, formerSecretEnds } from '@vid/contract/limits';
import { callFor, oneOf, orUsage } from '../access/subcommand.ts';
import { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/counted.ts';
import { operator } from '#account/actor.ts';
import { applicationJson, listApplications, showApplication, showRegistered } from './application-output.ts';
import {
  changeOptions,
  clientOptions,
  readClientFlags,
  readManagementScopes,
  readNewClient,
} from './client-options.ts';
import { withApplications, type ApplicationDeps } from './application-services.ts';
import { CommandProblem, UsageProblem, type Context, type Run } from '../command.ts';
import { requireReason } from '../reason.ts';

const usage = `application add <code> --name NAME [--logo ADDRESS] [--owner PHONE] [--restricted] [--first-party]
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

const addOptions = {
  name: { type: 'string' },
  logo: { type: 'string' },
  owner: { type: 'string' },
  restricted: { type: 'boolean' },
  'first-party': { type: 'boolean' },
} as const;
const setOptions = { name: addOptions.name, 'first-party': addOptions['first-party'] };
const former = { former: { type: 'string' } } as const;
const reason = { reason: { type: 'string' } } as const;
const snippetOptions = { framework: { type: 'string' }, redirect: clientOptions.redirect } as const;

const options = { ...addOptions, ...clientOptions, ...former, ...reason, ...snippetOptions };

const optionsOf: Readonly<Record<string, object>> = {
  add: addOptions,
  set: setOptions,
  'hand-over': reason,
  disable: reason,
  enable: reason,
  snippet: snippetOptions,
  'client-add': clientOptions,
  'client-set': changeOptions,
  'secret-rotate': former,
};

type Values = ReturnType<typeof parse>['values'];

export const application: Run = async (args, context) => {
  const [action, ...rest] = args;
  if (action === undefined || action === 'help') return context.show({ usage }, usage);
  const { values, positionals } = parse(rest);
  refuseOptionsOfOthers(action, values);
  return withApplications(context, (deps) => act(action, positionals, values, deps, context));
};

function parse(args: readonly string[]) {
  return orUsage(
    () => parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true }),
    usage,
  );
}

/**
 * Rejects options of other subcommands, because ignoring them would be misleading: `client-add --restricted`
 * would leave the application open to everyone.
 */
function refuseOptionsOfOthers(action: string, values: Values): void {
  const own = optionsOf[action] ?? {};
  const name = Object.keys(values).find((given) => !(given in own));
  if (name !== undefined)
    throw new UsageProblem(`“application ${action}” does not take --${name}.\n\n${usage}`);
}

async function act(
  action: string,
  positionals: readonly string[],
  values: Values,
  deps: ApplicationDeps,
  context: Context,
): Promise<void> {
  const { applications } = deps;
  const { show } = context;
  const need = (index: number): string => {
    const value = positionals[index];
    if (value === undefined) throw new UsageProblem(usage);
    return value;
  };
  const accountOf = async (
    phone: string,
    find: 'findByPhone' | 'findNonDormantByPhone' = 'findNonDormantByPhone',
  ): Promise<string> => {
    const { requirePhone } = await import('#account/require-phone.ts');
    const account = await deps.accounts[find](requirePhone(phone, context.config()));
    if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
    return account.id;
  };
  const by = {
    ...operator,
    ...(values.reason !== undefined && { reason: await requireReason(values.reason) }),
  };
  switch (action) {
    case 'add': {
      const code = need(0);
      const row = await applications.add({
        code,
        name: values.name ?? code,
        logo: values.logo,
        ownerId: values.owner === undefined ? undefined : await accountOf(values.owner),
        access: values.restricted ? 'restricted' : 'open',
        isFirstParty: values['first-party'] === true,
      });
      show(
        applicationJson(row, []),
        `Registered application ${code}. Next: application client-add ${code} --kind web --redirect …`,
      );
      return;
    }
    case 'list':
      return listApplications(deps, context);
    case 'show':
      return showApplication(need(0), deps, context);
    case 'set': {
      const { within: appId } = await callFor(deps, need(0));
      const change = {
        ...(values.name !== undefined && { name: values.name }),
        ...(values['first-party'] !== undefined && { isFirstParty: values['first-party'] }),
      };
      await applications.changeApplication(appId, change, by);
      return showApplication(need(0), deps, context);
    }
    case 'hand-over': {
      const { within: appId } = await callFor(deps, need(0));
      await deps.registry.handOver(appId, need(1), by);
      return showApplication(need(0), deps, context);
    }
    case 'sign-ins': {
      const { within: appId } = await callFor(deps, need(0));
      const days = await deps.managedApplicationList.listSignIns(appId);
      show(days, days.map(({ day, count }) => `${day}  ${count}`).join('\n'));
      return;
    }
    case 'logo': {
      const hasLogo = need(1) !== 'none';
      await applications.setLogo(need(0), hasLogo ? need(1) : null);
      show({ code: need(0), has_logo: hasLogo }, `${hasLogo ? 'Stored' : 'Removed'} the logo of ${need(0)}.`);
      return;
    }
    case 'access': {
      const access = need(1);
      if (access !== 'open' && access !== 'restricted') throw new UsageProblem(usage);
      await deps.roles.setAccess(await callFor(deps, need(0)), access);
      show({ code: need(0), access }, `${need(0)} is ${access}, starting with the next request.`);
      return;
    }
    case 'disable':
    case 'enable': {
      const status = action === 'enable' ? 'active' : 'disabled';
      await applications.setStatus(need(0), status, by);
      show({ code: need(0), status }, `${need(0)} is ${action}d, starting with the next request.`);
      return;
    }
    case 'client-add':
      return showRegistered(
        await applications.addClient(need(0), await readNewClient(values)),
        deps,
        context,
      );
    case 'client-set':
      return showRegistered(
        await applications.changeClient(need(0), await readClientFlags(values)),
        deps,
        context,
      );
    case 'client-remove':
      await applications.removeClient(need(0));
      show(
        { client_id: need(0), removed: true },
        `Deleted ${need(0)}. Its tokens stop working with the next request.`,
      );
      return;
    case 'client-disable':
    case 'client-enable': {
      const status = action === 'client-enable' ? 'active' : 'disabled';
      await applications.setClientStatus(need(0), status);
      show(
        { client_id: need(0), status },
        `${need(0)} is ${action.slice('client-'.length)}d, starting with the next request.`,
      );
      return;
    }
    case 'client-manage': {
      need(1);
      const scopes = readManagementScopes(positionals.slice(1));
      const granted = await deps.managementScopes.set(need(0), scopes);
      show(
        { client_id: need(0), management_scopes: granted },
        granted.length === 0
          ? `${need(0)} may not use the management API.`
          : `${need(0)} may ask for: ${granted.join(' ')}`,
      );
      return;
    }
    case 'secret-rotate': {
      const ends = oneOf(values.former ?? defaultFormerSecretEnd, formerSecretEnds, '--former');
      const secret = await applications.rotateSecret(need(0), ends);
      const previous =
        ends === 'now'
          ? 'All former secrets are revoked.'
          : `The former secret works for ${ends} more; older ones are revoked.`;
      show(
        { client_id: need(0), client_secret: secret, client_secret_expires_at: 0 },
        `Secret ${secret}\n\nThe secret is not shown again. ${previous}`,
      );
      return;
    }
    case 'secret-end-former':
      await applications.endFormerSecrets(need(0));
      show({ client_id: need(0), ended: true }, `Only the newest secret of ${need(0)} works now.`);
      return;
    case 'snippet': {
      if ((values.redirect?.length ?? 0) > 1) throw new UsageProblem(usage);
      const { showSnippet } = await import('./snippet.ts');
      return showSnippet(
        need(0),
        { framework: values.framework, redirect: values.redirect?.[0] },
        deps,
        context,
      );
    }
    case 'redirect-add':
    case 'redirect-remove': {
      const addresses =
        action === 'redirect-add'
          ? await applications.addRedirect(need(0), need(1))
          : await applications.removeRedirect(need(0), need(1));
      show({ client_id: need(0), redirect_uris: addresses }, addresses.join('\n'));
      return;
    }
    case 'grant':
      if (!(await applications.grant(need(0), await accountOf(need(1)), need(2))))
        throw new CommandProblem(
          'VALIDATION_FAILED',
          `The permission is locked. To unlock it: permission unlock ${need(0)} ${need(1)}`,
        );
      show({ code: need(0), role: need(2), granted: true }, 'Granted.');
      return;
    case 'withdraw': {
      const accountId = await accountOf(need(1), 'findByPhone');
      const withdrawn = await applications.withdraw(need(0), accountId, positionals[2]);
      show({ code: need(0), withdrawn }, `${counted(withdrawn, 'role')} withdrawn.`);
      return;
    }
    default:
      throw new UsageProblem(`Unknown subcommand “application ${action}”.\n\n${usage}`);
  }
}
