import { appCode } from '@vid/testkit/http/app-code';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { callerAt } from '@vid/testkit/http/caller';
import { freshPhone } from '@vid/testkit/flows';
import { requestToken } from '@vid/testkit/machine';
import { addPasskey, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { approveQr, scanQr, startQr } from '@vid/testkit/sign-in/qr';
import { freshSubject, proveByCode, socialPath } from '@vid/testkit/social';
import {
  beginRecovery,
  browse,
  changePhone,
  countOf,
  type Intruder,
  requireOk,
  secretOf,
  signInByCode,
} from './stolen-account.ts';

/** Tries to use an addition of the intruder after the return. Returns the actual and the expected result. */
export type Trial = () => Promise<readonly [unknown, unknown]>;

export const additions = {
  async passkey({ server, browser }: Intruder): Promise<Trial> {
    const { device } = await addPasskey(browser);
    return async () => [(await signInByPasskey(browse(server), device)).code, 'PASSKEY_UNKNOWN'];
  },

  async app({ server, account, browser }: Intruder): Promise<Trial> {
    const setup = await browser.post('/vid/api/users/two-step/setup');
    requireOk(
      await browser.post('/vid/api/users/two-step/confirm', { code: appCode(String(setup.data['secret'])) }),
    );
    return async () => {
      const { sql } = server.deps;
      const apps = await sql`select from authenticator_apps where account_id = ${account.id}`;
      const codes = await sql`select from recovery_codes where account_id = ${account.id}`;
      return [
        [apps.count, codes.count],
        [0, 0],
      ];
    };
  },

  async identity({ server, browser }: Intruder): Promise<Trial> {
    const subject = freshSubject();
    const proof = await proveByCode(browser, 'google', { subject }, '/vid/api/users/identity-requests');
    requireOk(await browser.post('/vid/api/users/identities', proof));
    return async () => {
      const visitor = browse(server);
      const answer = await visitor.post(socialPath, await proveByCode(visitor, 'google', { subject }));
      return [answer.data['isExistAccount'], false];
    };
  },

  async email({ server, account, browser }: Intruder): Promise<Trial> {
    const email = `thief-${account.id}@example.vn`.toLowerCase();
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email }));
    const token = await secretOf(server, email, /\/confirm-email#([\w-]{22})/u);
    requireOk(await browse(server).post('/vid/api/users/email/confirm', { token }));
    return async () => {
      const [row] = await server.deps
        .sql`select email, email_confirmed_at from accounts where id = ${account.id}`;
      return [row, { email: null, emailConfirmedAt: null }];
    };
  },

  async consent({ server, account }: Intruder): Promise<Trial> {
    const { consents, sql } = server.deps;
    const { id, code } = await createApplication(server);
    const application = { id, code, isFirstParty: false };
    const caller = callerAt('203.0.113.9');
    await consents.record({ accountId: account.id, application, scope: 'openid profile', caller });
    return async () => {
      const { count } = await sql`select from application_consents where account_id = ${account.id}`;
      return [
        [count, await countOf(server, account.id, 'consent.withdrawn')],
        [0, 1],
      ];
    };
  },

  async manager({ server, browser, appId }: Intruder): Promise<Trial> {
    const friend = await createAccount(server);
    const friends = browse(server);
    await signIn(friends, friend);
    requireOk(await browser.post(`/vid/api/apps/${appId}/managers`, { phone: friend.phone }));
    requireOk(await friends.get(`/vid/api/apps/${appId}/clients`));
    return async () => [(await friends.get(`/vid/api/apps/${appId}/clients`)).code, 'NOT_FOUND'];
  },

  async machine({ server, browser, appId }: Intruder): Promise<Trial> {
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' });
    const client = { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
    return async () => [(await requestToken(server, client, '')).access_token, undefined];
  },

  async role({ server, browser, appId }: Intruder): Promise<Trial> {
    const friend = await createAccount(server);
    const role = { code: 'reader', name: 'Reader', description: '', isDefault: false };
    await browser.post(`/vid/api/apps/${appId}/roles`, role);
    const given = { role: role.code, phones: [friend.phone] };
    requireOk(await browser.post(`/vid/api/apps/${appId}/permissions`, given));
    return async () => {
      const { sql } = server.deps;
      const { count } = await sql`select from permissions where account_id = ${friend.id}`;
      return [
        [count, await countOf(server, friend.id, 'permission.removed')],
        [0, 1],
      ];
    };
  },

  async webhook({ server, browser, appId }: Intruder): Promise<Trial> {
    const added = await browser.post(`/vid/api/apps/${appId}/webhooks`, {
      url: 'https://thief.example.vn/hook',
      events: ['account.locked'],
    });
    requireOk(added);
    return async () => {
      const [row] = await server.deps
        .sql`select status from webhook_endpoints where id = ${String(added.data['id'])}`;
      return [row?.['status'], 'disabled'];
    };
  },

  async session({ server, account }: Intruder): Promise<Trial> {
    const other = browse(server);
    const [row] = await server.deps.sql`select phone from accounts where id = ${account.id}`;
    requireOk(await signInByCode(server, other, String(row?.['phone'])));
    return async () => [(await other.get('/vid/ajax/auth/me')).status, 401];
  },

  async phone(intruder: Intruder): Promise<Trial> {
    const phone = await changePhone(intruder);
    const { server } = intruder;
    return async () => [(await signInByCode(server, browse(server), phone)).code, 'ACCOUNT_NOT_FOUND'];
  },

  async qr({ server, browser }: Intruder): Promise<Trial> {
    const screen = browse(server);
    const started = await startQr(screen);
    requireOk(await scanQr(browser, started));
    requireOk(await approveQr(browser, started));
    return async () => [
      (await screen.post('/vid/ajax/auth/login/qr', { qrId: started.qrId })).code,
      'QR_NOT_FOUND',
    ];
  },

  async recovery({ server, account }: Intruder): Promise<Trial> {
    const complete = await beginRecovery(server, account, 'code');
    return async () => [(await complete(freshPhone())).code, 'RECOVERY_LINK_INVALID'];
  },
} satisfies Readonly<Record<string, (intruder: Intruder) => Promise<Trial>>>;
