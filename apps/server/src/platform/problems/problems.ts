import type { Sql } from '#database/connection.ts';
import type { ProxyProblem } from '#http/proxy/proxy-watch.ts';
import { program } from '#lib/program.ts';
import { copyAdvice } from '#platform/installation/installation.ts';
import { isLow, type SmsBalance } from '#platform/sms/sms-balances.ts';
import { describeUse, type CeilingUse } from '#platform/sms/sms-ceiling.policy.ts';

/** `detail`: the proxy's address, the SMS costs, the gateway balances, or empty. */
export type Problem = {
  readonly kind:
    | 'database-copy'
    | 'maintenance'
    | 'zalo-disconnected'
    | 'passwords-guessed'
    | 'sms-ceiling-near'
    | 'sms-ceiling-reached'
    | 'sms-balance-low'
    | ProxyProblem;
  readonly detail: string;
};

export function explainProblem({ kind, detail }: Problem): {
  readonly what: string;
  readonly advice: string;
} {
  if (kind === 'database-copy') return { what: 'this database is a copy', advice: copyAdvice };
  if (kind === 'maintenance')
    return {
      what: 'maintenance is on, and members see the maintenance page',
      advice: `End it before its time: ${program.command} maintenance off`,
    };
  if (kind === 'zalo-disconnected')
    return {
      what: 'VID has no refresh token that Zalo accepts, and will send codes by SMS only',
      advice: `Get a refresh token of the Official Account, and enter it: ${program.command} zalo connect`,
    };
  if (kind === 'passwords-guessed')
    return {
      what: 'unusually many passwords are wrong, and new devices need a captcha to sign in',
      advice:
        'It ends half an hour after the last wrong password above the limit. Look at sign-in.failed in the audit log, and block the networks in front of VID if it lasts.',
    };
  if (kind === 'sms-ceiling-near')
    return {
      what: `SMS costs are at least 80 % of the ceiling (${detail})`,
      advice: 'At the ceiling, numbers without an account get no codes. See docs/settings.md (Ceilings).',
    };
  if (kind === 'sms-ceiling-reached')
    return {
      what: `SMS costs have reached the ceiling (${detail}), so numbers without an account get no codes`,
      advice:
        'Look for SMS pumping on the SMS gateways page. If the costs are legitimate, raise VID_SMS_CEILING_DAY or VID_SMS_CEILING_MONTH.',
    };
  if (kind === 'sms-balance-low')
    return {
      what: `the balance of an SMS gateway account is low (${detail})`,
      advice: 'Top it up. VID_SMS_BALANCE_ALARM sets the threshold of this warning.',
    };
  return kind === 'proxy-untrusted'
    ? {
        what: `the proxy ${detail} forwards requests, and all its users share one address and one rate limit`,
        advice:
          'Add it to VID_TRUSTED_PROXIES, and let it append to X-Forwarded-For (or to Forwarded, with VID_PROXY_HEADER=forwarded).',
      }
    : {
        what: `all visitors come from ${detail} and share one rate limit`,
        advice:
          'If it is a proxy, let it append to X-Forwarded-For (or to Forwarded, with VID_PROXY_HEADER=forwarded), and add it to VID_TRUSTED_PROXIES.',
      };
}

export function ceilingProblem(use: CeilingUse): Problem | undefined {
  const detail = describeUse(use);
  return detail === undefined || use.level === 'below'
    ? undefined
    : { kind: `sms-ceiling-${use.level}`, detail };
}

export function balanceProblem(
  balances: readonly SmsBalance[],
  config: Parameters<typeof isLow>[1],
): Problem | undefined {
  const low = balances.filter((balance) => isLow(balance, config));
  if (low.length === 0) return undefined;
  const detail = low.map(({ channel, dong }) => `${channel}: ${dong.toLocaleString('en')} VND`).join(', ');
  return { kind: 'sms-balance-low', detail };
}

/** Stores the problems that processes notice at run time, for the doctor and the dashboard. */
export function createProblems(sql: Sql) {
  return {
    async note({ kind, detail }: Problem): Promise<void> {
      await sql`
        insert into operation_problems (kind, detail) values (${kind}, ${detail})
        on conflict (kind) do update set detail = excluded.detail, noticed_at = now()`;
    },

    /**
     * Lists the current problems. A persistent problem is noticed every hour, so a problem is over once it
     * has not been noticed for three hours.
     */
    async list(): Promise<readonly Problem[]> {
      return sql<Problem[]>`
        select kind, detail from operation_problems where noticed_at > now() - interval '3 hours' order by kind`;
    },

    /** Clears all problems at startup, because the settings may have changed. */
    async clear(): Promise<void> {
      await sql`delete from operation_problems`;
    },
  };
}
