import { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { operator } from '#account/actor.ts';
import { callFor } from '../access/subcommand.ts';
import { CommandProblem, UsageProblem, type Run } from '../command.ts';
import { requireReason } from '../reason.ts';
import { addOptions, parse, reason, usage, type Action, type Given, type Values } from './action.ts';
import { applicationJson, listApplications, showApplication } from './application-output.ts';
import { withApplications } from './application-services.ts';
import { clientActions } from './client-actions.ts';

export const application: Run = async (args, context) => {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help') return context.show({ usage }, usage);
  const { values, positionals } = parse(rest);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  refuseOptionsOfOthers(name, action, values);
  if (!action) throw new UsageProblem(`Unknown subcommand “application ${name}”.\n\n${usage}`);
  const need = (index: number): string => {
    const value = positionals[index];
    if (value === undefined) throw new UsageProblem(usage);
    return value;
  };
  return withApplications(context, async (deps) => {
    const by = {
      ...operator,
      ...(values.reason !== undefined && { reason: await requireReason(values.reason) }),
    };
    return action.act({ need, positionals, values, by, deps, context });
  });
};

/**
 * Rejects options of other subcommands, because ignoring them would be misleading: `client-add --restricted`
 * would leave the application open to everyone.
 */
function refuseOptionsOfOthers(name: string, { takes = {} }: Partial<Action> = {}, values: Values): void {
  const other = Object.keys(values).find((given) => !(given in takes));
  if (other !== undefined)
    throw new UsageProblem(`“application ${name}” does not take --${other}.\n\n${usage}`);
}

const accountOf = async (
  { deps, context }: Given,
  phone: string,
  find: 'findByPhone' | 'findNonDormantByPhone' = 'findNonDormantByPhone',
): Promise<string> => {
  const { requirePhone } = await import('#account/require-phone.ts');
  const account = await deps.accounts[find](requirePhone(phone, context.config()));
  if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
  return account.id;
};

const setStatus = (status: 'active' | 'disabled', word: string): Action => ({
  takes: reason,
  async act({ need, by, deps, context }) {
    await deps.applications.setStatus(need(0), status, by);
    context.show({ code: need(0), status }, `${need(0)} is ${word}, starting with the next request.`);
  },
});

const actions: Readonly<Record<string, Action>> = {
  add: {
    takes: addOptions,
    async act(given) {
      const { need, values, deps, context } = given;
      const code = need(0);
      const row = await deps.applications.add({
        code,
        name: values.name ?? code,
        logo: values.logo,
        ownerId: values.owner === undefined ? undefined : await accountOf(given, values.owner),
        access: values.restricted ? 'restricted' : 'open',
        isFirstParty: values['first-party'] === true,
      });
      context.show(
        applicationJson(row, []),
        `Registered application ${code}. Next: application client-add ${code} --kind web --redirect …`,
      );
    },
  },
  list: { act: ({ deps, context }) => listApplications(deps, context) },
  show: { act: async ({ need, deps, context }) => showApplication(need(0), deps, context) },
  set: {
    takes: { name: addOptions.name, 'first-party': addOptions['first-party'] },
    async act({ need, values, by, deps, context }) {
      const { within: appId } = await callFor(deps, need(0));
      const change = {
        ...(values.name !== undefined && { name: values.name }),
        ...(values['first-party'] !== undefined && { isFirstParty: values['first-party'] }),
      };
      await deps.applications.changeApplication(appId, change, by);
      return showApplication(need(0), deps, context);
    },
  },
  'hand-over': {
    takes: reason,
    async act({ need, by, deps, context }) {
      const { within: appId } = await callFor(deps, need(0));
      await deps.registry.handOver(appId, need(1), by);
      return showApplication(need(0), deps, context);
    },
  },
  'sign-ins': {
    async act({ need, deps, context }) {
      const { within: appId } = await callFor(deps, need(0));
      const days = await deps.managedApplicationList.listSignIns(appId);
      context.show(days, days.map(({ day, count }) => `${day}  ${count}`).join('\n'));
    },
  },
  logo: {
    async act({ need, deps, context }) {
      const hasLogo = need(1) !== 'none';
      await deps.applications.setLogo(need(0), hasLogo ? need(1) : null);
      context.show(
        { code: need(0), has_logo: hasLogo },
        `${hasLogo ? 'Stored' : 'Removed'} the logo of ${need(0)}.`,
      );
    },
  },
  access: {
    async act({ need, deps, context }) {
      const access = need(1);
      if (access !== 'open' && access !== 'restricted') throw new UsageProblem(usage);
      await deps.roles.setAccess(await callFor(deps, need(0)), access);
      context.show({ code: need(0), access }, `${need(0)} is ${access}, starting with the next request.`);
    },
  },
  disable: setStatus('disabled', 'disabled'),
  enable: setStatus('active', 'enabled'),
  grant: {
    async act(given) {
      const { need, deps, context } = given;
      if (!(await deps.applications.grant(need(0), await accountOf(given, need(1)), need(2))))
        throw new CommandProblem(
          'VALIDATION_FAILED',
          `The permission is locked. To unlock it: permission unlock ${need(0)} ${need(1)}`,
        );
      context.show({ code: need(0), role: need(2), granted: true }, 'Granted.');
    },
  },
  withdraw: {
    async act(given) {
      const { need, positionals, deps, context } = given;
      const accountId = await accountOf(given, need(1), 'findByPhone');
      const withdrawn = await deps.applications.withdraw(need(0), accountId, positionals[2]);
      context.show({ code: need(0), withdrawn }, `${counted(withdrawn, 'role')} withdrawn.`);
    },
  },
  ...clientActions,
};
