import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useClientActions } from './clients/clients.ts';
import { useManagerActions } from './managers/managers.ts';
import { useAddPermissions, useChangePermissions } from './permissions/permissions.ts';
import { useRoleActions } from './roles/roles.ts';

/** Every hook that changes an application, once per page of the test. */
function useActions() {
  return {
    people: useChangePermissions('app_1'),
    addPeople: useAddPermissions('app_1'),
    roles: useRoleActions('app_1'),
    client: useClientActions('app_1', 'shop-web'),
    managers: useManagerActions('app_1'),
  };
}
type Send = (actions: ReturnType<typeof useActions>) => Promise<unknown>;

const ids = ['app_2'];
const role = { code: 'editor', name: 'X', description: '', isDefault: false };
const base = '/vid/api/apps/:appId';
const changes = [
  [
    `POST ${base}/permissions`,
    { report: [] },
    ({ addPeople }) => addPeople.mutateAsync({ role: 'a', phones: ['1'] }),
  ],
  [
    `POST ${base}/permissions/set-role`,
    { changed: 1 },
    ({ people }) => people.mutateAsync({ kind: 'set-role', ids, role: 'a' }),
  ],
  [
    `POST ${base}/permissions/lock`,
    { changed: 1 },
    ({ people }) => people.mutateAsync({ kind: 'lock', ids }),
  ],
  [
    `POST ${base}/permissions/unlock`,
    { changed: 1 },
    ({ people }) => people.mutateAsync({ kind: 'unlock', ids }),
  ],
  [
    `POST ${base}/permissions/remove`,
    { changed: 1 },
    ({ people }) => people.mutateAsync({ kind: 'remove', ids }),
  ],
  [`POST ${base}/roles`, true, ({ roles }) => roles.add.mutateAsync(role)],
  [`PUT ${base}/roles/:role`, true, ({ roles }) => roles.change.mutateAsync(role)],
  [
    `POST ${base}/roles/:role/remove`,
    { moved: 0 },
    ({ roles }) => roles.remove.mutateAsync({ code: 'editor', moveTo: undefined }),
  ],
  [`POST ${base}/clients/:clientId/status`, true, ({ client }) => client.setStatus.mutateAsync('disabled')],
  [`POST ${base}/managers`, { outcome: 'added' }, ({ managers }) => managers.add.mutateAsync('0912345678')],
  [`DELETE ${base}/managers/:accountId`, true, ({ managers }) => managers.remove.mutateAsync('acc_1')],
] as const satisfies readonly (readonly [string, unknown, Send])[];

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

describe('a change by an administrator', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('apps'));

  const open = async (endpoint: (typeof changes)[number][0], answer: unknown, send: Send) => {
    let isConfirmed = false;
    network().on('POST /vid/ajax/auth/reauthenticate', () => {
      isConfirmed = true;
      return data(true);
    });
    network().on(endpoint, () =>
      isConfirmed
        ? data(answer as never)
        : refusal(403, { error: 'Vui lòng xác nhận.', message: 'REAUTHENTICATION_REQUIRED' }),
    );
    const user = renderPage(<Page send={send} />, { ...person, role: 'admin' });
    await user.click(screen.getByRole('button', { name: 'Gửi' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Xác nhận chính bạn' }));
    return { user, dialog };
  };

  test.each(changes)('%s is sent again after the dialog', async (endpoint, answer, send) => {
    const { user, dialog } = await open(endpoint, answer, send);
    await user.type(dialog.getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    expect(await screen.findByText('done')).toBeDefined();
    const [method] = endpoint.split(' ');
    const sent = network().calls.filter((call) => call.endpoint.startsWith(`${method} /vid/api/apps/`));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  test('is not sent again if the user cancels', async () => {
    const [endpoint, answer, send] = changes[2];
    const { user, dialog } = await open(endpoint, answer, send);
    await user.click(dialog.getByRole('button', { name: 'Hủy' }));
    expect(await screen.findByText('failed')).toBeDefined();
    expect(network().calls).toHaveLength(1);
  });
});
