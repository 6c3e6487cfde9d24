import { parseArgs } from 'node:util';
import { requirePhone } from '#account/require-phone.ts';
import { createAccountLockService } from '#admin/accounts/account-lock.service.ts';
import type { CommandDeps } from '#cli/services.ts';
import { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { orUsage } from '../access/subcommand.ts';
import { requireArgument, requireFlags, type Run } from '../command.ts';
import { requireReason } from '../reason.ts';

export const createAdmin: Run = async (args, context) => {
  const { makeAccount, newRandomPassword } = await loadPasswords();
  requireFlags(args, []);
  const phone = requirePhone(requireArgument(args, 'phone'), context.config());
  const password = newRandomPassword(phone);
  return context.withDeps(async (deps) => {
    await makeAccount(deps, {
      phone,
      password,
      isTemporary: true,
      role: 'admin',
      kind: 'personal',
      name: null,
      by: 'operator',
    });
    context.show(
      { phone, password },
      `Administrator ${phone}\nPassword      ${password}\n\nThe password is not shown again, and must be changed at the first sign-in.`,
    );
  });
};

const lockCommand =
  (
    action: 'lock' | 'unlock',
    { status, done, already }: Readonly<Record<'status' | 'done' | 'already', string>>,
  ): Run =>
  async (args, context) => {
    const { values, positionals } = orUsage(
      () => parseArgs({ args: [...args], options: { reason: { type: 'string' } }, allowPositionals: true }),
      'lock|unlock <phone> [--reason TEXT]',
    );
    const phone = requirePhone(requireArgument(positionals, 'phone'), context.config());
    const by = {
      ...byOperator,
      ...(values.reason !== undefined && { reason: await requireReason(values.reason) }),
    };
    return context.withDeps(async (deps) => {
      const changed = await createAccountLockService(deps)[action](await idOf(deps, phone), by);
      context.show(
        { phone, status, changed },
        changed ? `${done} ${maskPhone(phone)}.` : `${maskPhone(phone)} is ${already}.`,
      );
    });
  };

export const lock = lockCommand('lock', { status: 'locked', done: 'Locked', already: 'already locked' });
export const unlock = lockCommand('unlock', { status: 'active', done: 'Unlocked', already: 'not locked' });

export const resetAdmin: Run = async (args, context) => {
  const { createAdminResetService, newRandomPassword } = await loadPasswords();
  requireFlags(args, []);
  const phone = requirePhone(requireArgument(args, 'phone'), context.config());
  const password = newRandomPassword(phone);
  return context.withDeps(async (deps) => {
    const reset = createAdminResetService(deps);
    await reset.resetAdminPassword(await idOf(deps, phone), password, byOperator);
    context.show(
      { phone, password, mustChangePassword: true },
      `Administrator ${phone}\nPassword      ${password}\n\nThe password is not shown again. It must be changed at the next sign-in.`,
    );
  });
};

export const removeSampleMembers: Run = (args, context) => {
  requireFlags(args, []);
  return context.withDeps(async (deps) => {
    const { removeSamples } = await import('#operations/seeds/samples.ts');
    const deleted = await removeSamples(deps);
    context.show({ deleted }, `Deleted ${counted(deleted, 'sample member')}.`);
  });
};

/**
 * Loads the modules on demand, because only commands that set a password need the list of leaked passwords.
 */
async function loadPasswords() {
  const [seeds, random, reset] = await Promise.all([
    import('#operations/seeds/make-account.ts'),
    import('#operations/seeds/random-password.ts'),
    import('#admin/accounts/admin-reset.service.ts'),
  ]);
  return { ...seeds, ...random, ...reset };
}

export async function idOf(deps: CommandDeps, phone: string): Promise<string> {
  const account = await deps.accounts.findByPhone(phone);
  if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
  return account.id;
}
