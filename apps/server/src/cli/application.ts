import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { requirePhone } from '#account/require-phone.ts';
import { ApplicationProblem } from '#sso/applications/application.service.ts';
import type { Deps } from '#deps.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageProblem, type Context, type Run } from './command.ts';

const usage = `application add <code> --name NAME [--logo ADDRESS] [--owner PHONE] [--restricted] [--first-party]
application list
application show <code>
application logo <code> ADDRESS|none
application disable|enable <code>
application client-add <code> --kind web|spa|native|machine [--id ID] --redirect ADDRESS… [--post-logout ADDRESS…]
    [--backchannel ADDRESS] [--auth client_secret_basic|client_secret_post|private_key_jwt] [--jwks FILE]
    [--alg ES256|RS256] [--asks]
application client-disable|client-enable <client id>
application secret-rotate <client id> [--now]
application redirect-add|redirect-remove <client id> <address>
application grant <code> <phone> <role>
application withdraw <code> <phone> [role]`;

const options = {
  name: { type: 'string' },
  logo: { type: 'string' },
  owner: { type: 'string' },
  restricted: { type: 'boolean', default: false },
  'first-party': { type: 'boolean', default: false },
  kind: { type: 'string' },
  id: { type: 'string' },
  redirect: { type: 'string', multiple: true, default: [] as string[] },
  'post-logout': { type: 'string', multiple: true, default: [] as string[] },
  backchannel: { type: 'string' },
  auth: { type: 'string' },
  jwks: { type: 'string' },
  alg: { type: 'string' },
  asks: { type: 'boolean', default: false },
  now: { type: 'boolean', default: false },
} as const;

const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const algorithms = ['ES256', 'RS256'] as const;

type Values = ReturnType<typeof parse>['values'];

export const application: Run = async (args, context) => {
  const [action, ...rest] = args;
  if (action === undefined || action === 'help') {
    console.log(usage);
    return 0;
  }
  const { values, positionals } = parse(rest);
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
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

async function act(
  action: string,
  positionals: readonly string[],
  values: Values,
  deps: Deps,
  context: Context,
): Promise<number> {
  const { applications } = deps;
  const need = (index: number): string => {
    const value = positionals[index];
    if (value === undefined) throw new UsageProblem(usage);
    return value;
  };
  const accountOf = async (phone: string): Promise<string> => {
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
        isFirstParty: values['first-party'],
      });
      console.log(
        `Registered application ${code}. Next: application client-add ${code} --kind web --redirect …`,
      );
      return 0;
    }
    case 'list':
      for (const { application: row, clients } of await applications.describe())
        console.log(`${row.code}  ${row.name}  ${row.access}  ${row.status}  ${clients.length} clients`);
      return 0;
    case 'show':
      return show(need(0), deps);
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
      return addClient(need(0), values, deps);
    case 'client-disable':
    case 'client-enable':
      await applications.setClientStatus(need(0), action === 'client-enable' ? 'active' : 'disabled');
      console.log(`${need(0)} is ${action.slice('client-'.length)}d, starting with the next request.`);
      return 0;
    case 'secret-rotate': {
      const secret = await applications.rotateSecret(need(0), { endsFormer: values.now });
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
        `${await applications.withdraw(need(0), await accountOf(need(1)), positionals[2])} roles withdrawn.`,
      );
      return 0;
    default:
      throw new UsageProblem(`Unknown subcommand “application ${action}”.\n\n${usage}`);
  }
}

async function addClient(code: string, values: Values, deps: Deps): Promise<number> {
  const { clientId, secret } = await deps.applications.addClient(code, {
    clientId: values.id,
    kind: oneOf(values.kind, ['web', 'spa', 'native', 'machine'], '--kind'),
    redirectUris: values.redirect,
    postLogoutUris: values['post-logout'],
    backchannelLogoutUri: values.backchannel,
    authMethod: values.auth === undefined ? undefined : oneOf(values.auth, authMethods, '--auth'),
    idTokenAlg: values.alg === undefined ? undefined : oneOf(values.alg, algorithms, '--alg'),
    jwks: values.jwks === undefined ? undefined : await readJwks(values.jwks),
    asksToContinue: values.asks,
  });
  console.log(`Client ${clientId}`);
  if (secret !== undefined) console.log(`Secret ${secret}\n\nThe secret is not shown again.`);
  return 0;
}

/** Reads the JWK set. A wrong file is a usage error; the service checks the keys themselves. */
async function readJwks(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${codeOf(error)})`;
    throw new UsageProblem(`--jwks expects a file {"keys": [...]} with public keys; ${file} ${why}.`, {
      cause: error,
    });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function show(code: string, deps: Deps): Promise<number> {
  const found = (await deps.applications.describe()).find((entry) => entry.application.code === code);
  if (!found) throw new ApplicationProblem(`There is no application with the code ${code}.`);
  const { application: row, clients } = found;
  console.log(
    `${row.code}  ${row.name}\n  ${row.access}, ${row.status}${row.isFirstParty ? ', first-party' : ''}`,
  );
  for (const client of clients) {
    console.log(`\n${client.id}  ${client.kind}  ${client.authMethod}  ${client.status}`);
    for (const address of client.redirectUris) console.log(`  redirect      ${address}`);
    for (const address of client.postLogoutUris) console.log(`  post-logout   ${address}`);
    if (client.backchannelLogoutUri !== null) console.log(`  back-channel  ${client.backchannelLogoutUri}`);
  }
  return 0;
}

function oneOf<const T extends string>(value: string | undefined, known: readonly T[], flag: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageProblem(`${flag} must be one of ${known.join(', ')}.`);
  return found;
}
