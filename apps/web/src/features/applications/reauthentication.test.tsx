import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, type FakeServer, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useClientActions } from './clients/clients.ts';
import { useManagerActions } from './managers/managers.page.tsx';
import { useAddPermissions, useChangePermissions } from './permissions/permissions.tsx';
import { useRoleActions } from './roles/roles.ts';
import { useWebhookActions } from '#features/webhooks/webhooks.ts';

function useActions() {
  return {
    people: useChangePermissions('app_1'),
    addPeople: useAddPermissions('app_1'),
    roles: useRoleActions('app_1'),
    client: useClientActions('app_1', 'shop-web'),
    managers: useManagerActions('app_1'),
    webhook: useWebhookActions('app_1', 'whk_1'),
  };
}
type Send = (actions: ReturnType<typeof useActions>) => Promise<unknown>;

type Refused = ReturnType<typeof refusal<'REAUTHENTICATION_REQUIRED'>> | undefined;
/**
 * Makes an endpoint of the fake server respond with the refusal that `refused` returns, if any, or else with a success.
 */
type Listen = (refused: () => Refused) => void;

const on: FakeServer['on'] = (endpoint, handler) => network().on(endpoint, handler);
const ids = ['app_2'];
const role = { code: 'editor', name: 'X', description: '', isDefault: false };
const changes: readonly (readonly [name: string, Listen, Send])[] = [
  [
    'POST permissions',
    (refused) => on('POST /vid/api/apps/:appId/permissions', () => refused() ?? data({ report: [] })),
    ({ addPeople }) => addPeople.mutateAsync({ role: 'a', phones: ['1'] }),
  ],
  [
    'POST permissions/set-role',
    (refused) =>
      on('POST /vid/api/apps/:appId/permissions/set-role', () => refused() ?? data({ changed: 1 })),
    ({ people }) => people.mutateAsync({ kind: 'set-role', ids, role: 'a' }),
  ],
  [
    'POST permissions/lock',
    (refused) => on('POST /vid/api/apps/:appId/permissions/lock', () => refused() ?? data({ changed: 1 })),
    ({ people }) => people.mutateAsync({ kind: 'lock', ids }),
  ],
  [
    'POST permissions/unlock',
    (refused) => on('POST /vid/api/apps/:appId/permissions/unlock', () => refused() ?? data({ changed: 1 })),
    ({ people }) => people.mutateAsync({ kind: 'unlock', ids }),
  ],
  [
    'POST permissions/remove',
    (refused) => on('POST /vid/api/apps/:appId/permissions/remove', () => refused() ?? data({ changed: 1 })),
    ({ people }) => people.mutateAsync({ kind: 'remove', ids }),
  ],
  [
    'POST roles',
    (refused) => on('POST /vid/api/apps/:appId/roles', () => refused() ?? data(true)),
    ({ roles }) => roles.add.mutateAsync(role),
  ],
  [
    'PUT roles/editor',
    (refused) => on('PUT /vid/api/apps/:appId/roles/:role', () => refused() ?? data(true)),
    ({ roles }) => roles.change.mutateAsync(role),
  ],
  [
    'POST roles/editor/remove',
    (refused) => on('POST /vid/api/apps/:appId/roles/:role/remove', () => refused() ?? data({ moved: 0 })),
    ({ roles }) => roles.remove.mutateAsync({ code: 'editor', moveTo: undefined }),
  ],
  [
    'POST clients/shop-web/status',
    (refused) => on('POST /vid/api/apps/:appId/clients/:clientId/status', () => refused() ?? data(true)),
    ({ client }) => client.setStatus.mutateAsync({ status: 'disabled' }),
  ],
  [
    'POST managers',
    (refused) => on('POST /vid/api/apps/:appId/managers', () => refused() ?? data({ outcome: 'added' })),
    ({ managers }) => managers.add.mutateAsync('0912345678'),
  ],
  [
    'DELETE managers/acc_1',
    (refused) => on('DELETE /vid/api/apps/:appId/managers/:accountId', () => refused() ?? data(true)),
    ({ managers }) => managers.remove.mutateAsync('acc_1'),
  ],
  [
    'POST webhooks/whk_1/status',
    (refused) => on('POST /vid/api/apps/:appId/webhooks/:webhookId/status', () => refused() ?? data(true)),
    ({ webhook }) => webhook.setStatus.mutateAsync('disabled'),
  ],
  [
    'POST webhooks/whk_1/messages/msg_1/replay',
    (refused) =>
      on(
        'POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay',
        () => refused() ?? data(true),
      ),
    ({ webhook }) => webhook.replayOne.mutateAsync('msg_1'),
  ],
  [
    'POST webhooks/whk_1/replay',
    (refused) =>
      on('POST /vid/api/apps/:appId/webhooks/:webhookId/replay', () => refused() ?? data({ count: 1 })),
    ({ webhook }) => webhook.replay.mutateAsync({ since: '2026-11-20T00:00:00Z', onlyUndelivered: true }),
  ],
];

function Page({ send }: { send: Send }) {
  const actions = useActions();
  const [state, setState] = useState('');
  const start = () =>
    void send(actions).then(
      () => setState('done'),
      () => setState('failed'),
    );
  return (
    <>
      <button onClick={start}>Gửi</button>
      <output>{state}</output>
    </>
  );
}

async function open(listen: Listen, send: Send) {
  let isConfirmed = false;
  network().on('POST /vid/ajax/auth/reauthenticate', () => {
    isConfirmed = true;
    return data(true);
  });
  listen(() =>
    isConfirmed
      ? undefined
      : refusal(403, { error: 'Vui lòng xác nhận.', message: 'REAUTHENTICATION_REQUIRED' }),
  );
  const user = renderPage(<Page send={send} />, { ...person, role: 'admin' });
  await user.click(screen.getByRole('button', { name: 'Gửi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Xác nhận danh tính' }));
  return { user, dialog };
}

const sent = () =>
  network()
    .calls.filter(({ endpoint }) => endpoint.includes(' /vid/api/apps/app_1/'))
    .map(({ endpoint }) => endpoint.replace('/vid/api/apps/app_1/', ''));

describe('reauthentication', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('apps'));

  test.each(changes)('repeats %s after the password is confirmed', async (name, listen, send) => {
    const { user, dialog } = await open(listen, send);
    expect(sent()).toEqual([name]);
    await user.type(dialog.getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await screen.findByText('done')).toBeDefined();
    expect(sent()).toEqual([name, name]);
  });

  test.each(changes)('does not repeat %s if the user cancels', async (name, listen, send) => {
    const { user, dialog } = await open(listen, send);
    await user.click(dialog.getByRole('button', { name: 'Hủy' }));
    expect(await screen.findByText('failed')).toBeDefined();
    expect(sent()).toEqual([name]);
  });
});
