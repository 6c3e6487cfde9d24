import { defaultFormerSecretEnd, formerSecretEnds } from '@vid/contract/limits';
import { oneOf } from '../access/subcommand.ts';
import { UsageProblem } from '../command.ts';
import { former, snippetOptions, usage, type Action } from './action.ts';
import { showRegistered } from './application-output.ts';
import {
  changeOptions,
  clientOptions,
  readClientFlags,
  readManagementScopes,
  readNewClient,
} from './client-options.ts';

const setStatus = (status: 'active' | 'disabled', word: string): Action => ({
  async act({ need, deps, context }) {
    await deps.applications.setClientStatus(need(0), status);
    context.show({ client_id: need(0), status }, `${need(0)} is ${word}, starting with the next request.`);
  },
});

const changeRedirects = (change: 'addRedirect' | 'removeRedirect'): Action => ({
  async act({ need, deps, context }) {
    const addresses = await deps.applications[change](need(0), need(1));
    context.show({ client_id: need(0), redirect_uris: addresses }, addresses.join('\n'));
  },
});

export const clientActions: Readonly<Record<string, Action>> = {
  'client-add': {
    takes: clientOptions,
    async act({ need, values, deps, context }) {
      const registered = await deps.applications.addClient(need(0), await readNewClient(values));
      return showRegistered(registered, deps, context);
    },
  },
  'client-set': {
    takes: changeOptions,
    async act({ need, values, deps, context }) {
      const registered = await deps.applications.changeClient(need(0), await readClientFlags(values));
      return showRegistered(registered, deps, context);
    },
  },
  'client-remove': {
    async act({ need, deps, context }) {
      await deps.applications.removeClient(need(0));
      context.show(
        { client_id: need(0), removed: true },
        `Deleted ${need(0)}. Its tokens stop working with the next request.`,
      );
    },
  },
  'client-disable': setStatus('disabled', 'disabled'),
  'client-enable': setStatus('active', 'enabled'),
  'client-manage': {
    async act({ need, positionals, deps, context }) {
      need(1);
      const scopes = readManagementScopes(positionals.slice(1));
      const granted = await deps.managementScopes.set(need(0), scopes);
      context.show(
        { client_id: need(0), management_scopes: granted },
        granted.length === 0
          ? `${need(0)} may not use the management API.`
          : `${need(0)} may ask for: ${granted.join(' ')}`,
      );
    },
  },
  'secret-rotate': {
    takes: former,
    async act({ need, values, deps, context }) {
      const ends = oneOf(values.former ?? defaultFormerSecretEnd, formerSecretEnds, '--former');
      const secret = await deps.applications.rotateSecret(need(0), ends);
      const previous =
        ends === 'now'
          ? 'All former secrets are revoked.'
          : `The former secret works for ${ends} more; older ones are revoked.`;
      context.show(
        { client_id: need(0), client_secret: secret, client_secret_expires_at: 0 },
        `Secret ${secret}\n\nThe secret is not shown again. ${previous}`,
      );
    },
  },
  'secret-end-former': {
    async act({ need, deps, context }) {
      await deps.applications.endFormerSecrets(need(0));
      context.show({ client_id: need(0), ended: true }, `Only the newest secret of ${need(0)} works now.`);
    },
  },
  snippet: {
    takes: snippetOptions,
    async act({ need, values, deps, context }) {
      const { framework, redirect: [redirect, ...others] = [] } = values;
      if (others.length > 0) throw new UsageProblem(usage);
      const { showSnippet } = await import('./snippet.ts');
      return showSnippet(need(0), { framework, redirect }, deps, context);
    },
  },
  'redirect-add': changeRedirects('addRedirect'),
  'redirect-remove': changeRedirects('removeRedirect'),
};
