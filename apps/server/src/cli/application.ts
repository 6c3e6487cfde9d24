import { parseArgs } from 'node:util';
import { ApplicationProblem } from '#sso/applications/application-problem.ts';
import { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/counted.ts';
import {
  applicationJson,
  printApplication,
  printJson,
  printRegistered,
  registeredJson,
} from './application-output.ts';
import type { Registered } from '#sso/applications/client.service.ts';
import { changeOptions, clientOptions, readClientFlags, readNewClient } from './client-options.ts';
import type { CommandDeps } from '#deps/commands.ts';
import { UsageProblem, type Context, type Run } from './command.ts';

const usage = `application add <code> --name NAME [--logo ADDRESS] [--owner PHONE] [--restricted] [--first-party]
application list
application show <code>
application logo <code> ADDRESS|none
application disable|enable <code>
application client-add <code> --kind web|spa|native|machine [--id ID] --redirect ADDRESS… [--post-logout ADDRESS…]
    [--backchannel ADDRESS] [--auth none|client_secret_basic|client_secret_post|private_key_jwt] [--jwks FILE]
    [--alg ES256|RS256] [--scope SCOPE…] [--asks] [--needs-name] [--par] [--dpop] [--device]
application client-add <code> --metadata FILE [any of the above]
application client-set <client id> [--redirect ADDRESS…] [--post-logout ADDRESS…|none] [--backchannel ADDRESS|none]
    [--auth …] [--jwks FILE] [--alg …] [--scope SCOPE…] [--[no-]asks]
    [--[no-]needs-name] [--[no-]par] [--[no-]dpop]
application client-remove <client id>
application client-disable|client-enable <client id>
application secret-rotate <client id> [--now]
application redirect-add|redirect-remove <client id> <address>
application grant <code> <phone> <role>
application withdraw <code> <phone> [role]

--json prints list, show, client-add, client-set and secret-rotate as JSON; clients as in RFC 7591.`;

const addOptions = {
  name: { type: 'string' },
  logo: { type: 'string' },
  owner: { type: 'string' },
  restricted: { type: 'boolean' },
  'first-party': { type: 'boolean' },
} as const;
const json = { json: { type: 'boolean' } } as const;
const now = { now: { type: 'boolean' } } as const;

const options = { ...addOptions, ...clientOptions, ...now, ...json };

/** The subcommands that take options. */
const optionsOf: Readonly<Record<string, object>> = {
  add: addOptions,
  list: json,
  show: json,
  'client-add': { ...clientOptions, ...json },
  'client-set': { ...changeOptions, ...json },
  'secret-rotate': { ...now, ...json },
};

type Values = ReturnType<typeof parse>['values'];

export const application: Run = async (args, context) => {
  const [action, ...rest] = args;
  if (action === undefined || action === 'help') {
    console.log(usage);
    return 0;
  }
  const { values, positionals } = parse(rest);
  refuseOptionsOfOthers(action, values);
  return context.withDeps(async (deps) => {
    try {
      return await act(action, positionals, values, deps, context);
    } catch (error) {
      if (!(error instanceof ApplicationProblem)) throw error;
      console.error(error.message);
      return 1;
    }
  });
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

/** An ignored option misleads: `client-add --restricted` would leave the application open to everyone. */
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
  deps: CommandDeps,
  context: Context,
): Promise<number> {
  const { applications } = deps;
  const need = (index: number): string => {
    const value = positionals[index];
    if (value === undefined) throw new UsageProblem(usage);
    return value;
  };
  const accountOf = async (phone: string): Promise<string> => {
    const { requirePhone } = await import('#account/require-phone.ts');
    const account = await deps.accounts.findByPhone(requirePhone(phone, context.config()));
    if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
    return account.id;
  };
  switch (action) {
    case 'add': {
      const code = need(0);
      await applications.add({
        code,
        name: values.name ?? code,
        logo: values.logo,
        ownerId: values.owner === undefined ? undefined : await accountOf(values.owner),
        access: values.restricted ? 'restricted' : 'open',
        isFirstParty: values['first-party'] === true,
      });
      console.log(
        `Registered application ${code}. Next: application client-add ${code} --kind web --redirect …`,
      );
      return 0;
    }
    case 'list':
      if (values.json) {
        printJson((await applications.describe()).map((entry) => listed(entry)));
        return 0;
      }
      for (const { application: row, clients } of await applications.describe())
        console.log(
          `${row.code}  ${row.name}  ${row.access}  ${row.status}  ${counted(clients.length, 'client')}`,
        );
      return 0;
    case 'show':
      return show(need(0), values, deps);
    case 'logo':
      await applications.setLogo(need(0), need(1) === 'none' ? null : need(1));
      console.log(`${need(1) === 'none' ? 'Removed' : 'Stored'} the logo of ${need(0)}.`);
      return 0;
    case 'disable':
    case 'enable':
      await applications.setStatus(need(0), action === 'enable' ? 'active' : 'disabled');
      console.log(`${need(0)} is ${action}d, starting with the next request.`);
      return 0;
    case 'client-add':
      return register(await applications.addClient(need(0), await readNewClient(values)), values, deps);
    case 'client-set':
      return register(await applications.changeClient(need(0), await readClientFlags(values)), values, deps);
    case 'client-remove':
      await applications.removeClient(need(0));
      console.log(`Deleted ${need(0)}. Its tokens stop working with the next request.`);
      return 0;
    case 'client-disable':
    case 'client-enable':
      await applications.setClientStatus(need(0), action === 'client-enable' ? 'active' : 'disabled');
      console.log(`${need(0)} is ${action.slice('client-'.length)}d, starting with the next request.`);
      return 0;
    case 'secret-rotate': {
      const secret = await applications.rotateSecret(need(0), { endsFormer: values.now === true });
      if (values.json) {
        printJson({ client_id: need(0), client_secret: secret, client_secret_expires_at: 0 });
        return 0;
      }
      const previous = values.now
        ? 'All previous secrets are revoked.'
        : 'The previous secret works for one more week; older ones are revoked.';
      console.log(`Secret ${secret}\n\nThe secret is not shown again. ${previous}`);
      return 0;
    }
    case 'redirect-add':
      console.log((await applications.addRedirect(need(0), need(1))).join('\n'));
      return 0;
    case 'redirect-remove':
      console.log((await applications.removeRedirect(need(0), need(1))).join('\n'));
      return 0;
    case 'grant':
      await applications.grant(need(0), await accountOf(need(1)), need(2));
      console.log('Granted.');
      return 0;
    case 'withdraw':
      console.log(
        `${counted(await applications.withdraw(need(0), await accountOf(need(1)), positionals[2]), 'role')} withdrawn.`,
      );
      return 0;
    default:
      throw new UsageProblem(`Unknown subcommand “application ${action}”.\n\n${usage}`);
  }
}

async function register(registered: Registered, values: Values, deps: CommandDeps): Promise<number> {
  const found = values.json ? await deps.applicationRepo.findClient(registered.clientId) : undefined;
  if (found) printJson(registeredJson(found.client, registered));
  else printRegistered(registered);
  return 0;
}

type Described = Awaited<ReturnType<CommandDeps['applications']['describe']>>[number];

function listed({ application: row, clients }: Described) {
  return {
    code: row.code,
    name: row.name,
    access: row.access,
    status: row.status,
    clients: clients.map(({ id }) => id),
  };
}

async function show(code: string, values: Values, deps: CommandDeps): Promise<number> {
  const row = await deps.applicationRepo.findApplication(code);
  if (!row) throw new ApplicationProblem(`There is no application with the code ${code}.`);
  const clients = await Promise.all(
    (await deps.applicationRepo.listClients(row.id)).map(async (client) => ({
      client,
      secrets: await deps.applicationRepo.listSecrets(client.id),
    })),
  );
  if (values.json) printJson(applicationJson(row, clients));
  else printApplication(row, clients);
  return 0;
}
