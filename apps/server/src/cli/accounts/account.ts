import { parseArgs } from 'node:util';
import { requirePhone } from '#account/require-phone.ts';
import { createAccountLockService } from '#admin/accounts/account-lock.service.ts';
import { createAccountsService } from '#admin/accounts/accounts.service.ts';
import type { CommandDeps } from '#cli/services.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { orUsage, readLimit } from '../access/subcommand.ts';
import { accountLine, describeAccount } from './account-output.ts';
import { idOf } from './accounts.ts';
import { sent } from '../answer.ts';
import { UsageProblem, type Context, type Run } from '../command.ts';

const usage = `account find TEXT [--limit N] [--after CURSOR]   recorded in the audit log, without TEXT
account show PHONE|ACCOUNT                      recorded in the audit log
account end-sessions PHONE|ACCOUNT              with its pending codes and its applications' tokens

TEXT is the beginning of a name or of a word in it, of a phone number, an e-mail address, a referral code or a tax code.
ACCOUNT is the id of an account. See also the commands lock and unlock.`;

const options = { limit: { type: 'string' }, after: { type: 'string' } } as const;

type Values = { readonly [K in keyof typeof options]?: string | undefined };

export const account: Run = async (args, context) => {
  const [action = 'help', ...others] = args;
  if (action === 'help') return context.show({ usage }, usage);
  const { values, positionals } = orUsage(
    () => parseArgs({ args: [...others], options, allowPositionals: true }),
    usage,
  );
  const [given = '', ...more] = positionals;
  const isWrong =
    !['find', 'show', 'end-sessions'].includes(action) ||
    given.trim() === '' ||
    more.length > 0 ||
    (action !== 'find' && Object.keys(values).length > 0);
  if (isWrong) throw new UsageProblem(usage);
  return context.withDeps(async (deps) => {
    if (action === 'find') await find(given, values, deps, context);
    else if (action === 'show') await show(given, deps, context);
    else await endSessions(given, deps, context);
  });
};

const defaultLimit = 20;

async function find(
  search: string,
  { limit, after }: Values,
  deps: CommandDeps,
  context: Context,
): Promise<void> {
  const query = {
    search,
    limit: readLimit(limit ?? String(defaultLimit), usage),
    ...(after !== undefined && { after }),
  };
  const found = await createAccountsService(deps).search(query, byOperator);
  const page = await sent('POST /vid/api/admin/accounts/search', found, context);
  const { items, next, count } = page;
  const lines = [
    ...items.map(accountLine),
    ...(count === null ? [] : [`${counted(count, 'account')}.`]),
    ...(next === null ? [] : [`More: --after ${next}`]),
  ];
  context.show(page, lines.join('\n'));
}

async function show(given: string, deps: CommandDeps, context: Context): Promise<void> {
  const id = await findId(given, deps, context);
  const { actorId, caller } = byOperator;
  const row = await createAccountsService(deps).get(id, actorId, { ...caller, locale: 'en' });
  const found = await sent('GET /vid/api/admin/accounts/:accountId', row, context);
  context.show(found, describeAccount(found));
}

async function endSessions(given: string, deps: CommandDeps, context: Context): Promise<void> {
  const accountId = await findId(given, deps, context);
  const ended = await createAccountLockService(deps).endSessions(accountId, byOperator);
  context.show({ accountId, ended }, `Ended ${counted(ended, 'session')}.`);
}

/** Finds an account by its phone, or by its id if the number was reassigned. */
async function findId(given: string, deps: CommandDeps, { config }: Context): Promise<string> {
  return given.startsWith('acc_') ? given : await idOf(deps, requirePhone(given, config()));
}
