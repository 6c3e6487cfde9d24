import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { configOf, takeEnvironment } from '../../apps/server/src/process/environment/environment.ts';
import { indexAccounts } from '../../apps/server/src/account/search/index-accounts.ts';
import { withDeps } from '../../apps/server/src/cli/database.ts';
import type { CommandDeps } from '../../apps/server/src/cli/services.ts';
import { newId } from '../../apps/server/src/lib/ids.ts';
import { createProblems } from '../../apps/server/src/platform/problems/problems.ts';
import { makeAccount } from '../../apps/server/src/operations/seeds/make-account.ts';
import { newRandomPassword } from '../../apps/server/src/operations/seeds/random-password.ts';
import type { Phone } from './people/phones.ts';

export type ApplicationToRegister = {
  code: string;
  name: string;
  isFirstParty: boolean;
  access: 'open' | 'restricted';
  redirectUri: string;
  postLogoutUri: string;
  kind?: 'web' | 'spa' | 'native';
  requiresName?: boolean;
  requiresEmail?: boolean;
  logo?: string;
  /** E.164 phone of the account that owns the application. */
  owner?: string;
  /** E.164 phone of an account that gets a role in the application. */
  mayEnter?: string;
};

export type Member = Phone & { readonly name: string; readonly email: string };

/** Changes that an operator's process makes in the running server's database. */
const operations = {
  async createAdministrator(deps: CommandDeps, phone: string): Promise<string> {
    const password = newRandomPassword(phone);
    await makeAccount(deps, { phone, password, role: 'admin', kind: 'personal', name: null, by: 'operator' });
    return password;
  },

  async registerApplications(
    { accounts, applications }: CommandDeps,
    ...wanted: readonly ApplicationToRegister[]
  ): Promise<void> {
    for (const application of wanted) {
      const { code, name, isFirstParty, access, redirectUri, postLogoutUri, logo } = application;
      const { kind = 'spa', requiresName = false, requiresEmail = false, mayEnter } = application;
      const owner = application.owner === undefined ? null : await accounts.findByPhone(application.owner);
      await applications.add({ code, name, isFirstParty, access, logo, ...(owner && { ownerId: owner.id }) });
      await applications.addClient(code, {
        clientId: `${code}-web`,
        kind,
        redirectUris: [redirectUri],
        postLogoutUris: [postLogoutUri],
        requiresName,
        requiresEmail,
      });
      const account = mayEnter === undefined ? null : await accounts.findByPhone(mayEnter);
      if (account) await applications.grant(code, account.id, 'editor');
    }
  },

  /** Inserts accounts that have no password and have agreed to the current terms. */
  async insertMembers({ sql }: CommandDeps, ...members: readonly Member[]): Promise<void> {
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const rows = members.map(({ e164, name, email }) => ({
      id: newId('acc'),
      phone: e164,
      kind: 'personal',
      name,
      email,
      referralCode: Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join(''),
    }));
    const ids = rows.map(({ id }) => id);
    await sql`insert into accounts ${sql(rows)}`;
    await indexAccounts(sql, ids);
    await sql`
      update accounts set agreed_legal = (select coalesce(max(id), 0) from legal_versions)
      where id = any(${ids}::text[])`;
  },

  async confirmEmail({ sql }: CommandDeps, phone: string, email: string, daysAgo = 0): Promise<void> {
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now() - make_interval(days => ${daysAgo})
      where phone = ${phone}`;
  },

  /** Ends the 72-hour wait of an account's recovery. */
  async endRecoveryWait({ sql }: CommandDeps, phone: string): Promise<void> {
    await sql`
      update recovery_requests set ready_at = now()
      where account_id = (select id from accounts where phone = ${phone})`;
  },

  /** Makes an account's recovery codes old enough for an immediate recovery. */
  async ageRecoveryCodes({ sql }: CommandDeps, phone: string): Promise<void> {
    await sql`
      update recovery_codes set created_at = now() - interval '72 hours'
      where account_id = (select id from accounts where phone = ${phone})`;
  },

  /** Sets an account's last sign-in to 181 days ago. */
  async makeDormant({ sql }: CommandDeps, phone: string): Promise<void> {
    await sql`update accounts set last_sign_in_at = now() - interval '181 days' where phone = ${phone}`;
  },

  /**
   * Sets the authentication of an account's sessions to ten minutes ago. After five minutes, sensitive actions require
   * re-authentication.
   */
  async ageSessions({ sql }: CommandDeps, phone: string): Promise<void> {
    await sql`
      update sessions set authenticated_at = now() - interval '10 minutes', confirmed_at = null
      where account_id = (select id from accounts where phone = ${phone})`;
  },

  /** Expires the one-time codes and verifications of a phone, and ends its resend wait. */
  async expireCodes({ sql }: CommandDeps, phone: string): Promise<void> {
    await sql`
      update otp_codes set expires_at = now(), token_expires_at = least(token_expires_at, now()), resend_seconds = 0
      where phone = ${phone}`;
  },

  /** Records that an address is an untrusted proxy, which the dashboard shows as a problem. */
  async noteProxy({ sql }: CommandDeps, detail: string): Promise<void> {
    await createProblems(sql).note({ kind: 'proxy-untrusted', detail });
  },

  async clearProblems({ sql }: CommandDeps): Promise<void> {
    await createProblems(sql).clear();
  },

  /** Inserts hourly activity counts for the last 60 days. */
  async fillDashboard({ sql }: CommandDeps): Promise<void> {
    await sql`
      insert into activity_hours (hour, name, count)
      select h, n.name, round(n.mean * (1.5 + sin(extract(hour from h)::float8 / 24 * 6.28)) * (1 + extract(isodow from h)::float8 / 7))::int
      from generate_series(date_trunc('hour', now(), 'UTC') - interval '60 days', date_trunc('hour', now(), 'UTC') - interval '1 hour', interval '1 hour') h,
        (values ('sign-up', 4), ('sign-in:password', 40), ('sign-in:otp', 18), ('sign-in:passkey', 12), ('sign-in:qr', 3),
          ('failure', 6), ('code-sent', 24), ('code-verified', 21), ('sessions', 5200), ('events', 1)) n (name, mean)
      on conflict do nothing`;
  },
};

export type Operations = typeof operations;
export type Reply = { readonly id: number; readonly value?: string; readonly error?: string };

type Request = { readonly id: number; readonly name: keyof Operations; readonly args: never[] };

await withDeps(configOf(takeEnvironment()), async (deps) => {
  const answer = async ({ id, name, args }: Request): Promise<Reply> => {
    const operation: (deps: CommandDeps, ...args: never[]) => Promise<string | void> = operations[name];
    try {
      const value = await operation(deps, ...args);
      return { id, ...(value !== undefined && { value }) };
    } catch (error) {
      return { id, error: String(error) };
    }
  };
  process.on('message', (request: Request) => void answer(request).then((reply) => process.send?.(reply)));
  await once(process, 'disconnect');
});
