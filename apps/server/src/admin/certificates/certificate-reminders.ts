import type { Queryable } from '#database/connection.ts';
import type { AccountServices } from '#account/services.ts';

/** Days before a certificate expires at which VID reminds its broker. */
export const reminderDays = { early: 60, late: 14 } as const;

const batchSize = 100;

type Due = { readonly accountId: string; readonly expiresOn: string };

/**
 * Marks and returns up to `batchSize` certificates whose brokers are due a reminder. In the last 14 days of a
 * certificate, only the late reminder is sent. Refused certificates, locked accounts and members who have not
 * yet agreed to the terms get no reminder.
 */
async function claim(tx: Queryable, when: keyof typeof reminderDays): Promise<readonly Due[]> {
  const column = when === 'early' ? tx`reminded_early_for` : tx`reminded_late_for`;
  const from = when === 'early' ? reminderDays.late + 1 : 0;
  return tx<Due[]>`
    update broker_certificates set ${column} = expires_on where account_id in (
      select c.account_id from broker_certificates c join accounts a on a.id = c.account_id and a.status = 'active'
        and a.agreed_legal >= 0
      where c.status in ('declared', 'confirmed') and ${column} is distinct from c.expires_on
        and c.expires_on between (now() at time zone 'Asia/Ho_Chi_Minh')::date + ${from}::int
          and (now() at time zone 'Asia/Ho_Chi_Minh')::date + ${reminderDays[when]}::int
      order by c.expires_on limit ${batchSize} for update of c skip locked)
    returning account_id, to_char(expires_on, 'DD/MM/YYYY') as expires_on`;
}

/** Reminds a broker once per expiry date and kind of reminder. */
export function createCertificateReminders({ sql, notices }: AccountServices) {
  const remindSome = (when: keyof typeof reminderDays): Promise<number> =>
    sql.begin(async (tx) => {
      const due = await claim(tx, when);
      for (const { accountId, expiresOn } of due)
        await notices.queue(tx, { accountId, kind: 'certificate-expiring', detail: expiresOn });
      return due.length;
    });

  return {
    async run(): Promise<number> {
      let total = 0;
      for (const when of ['late', 'early'] as const) {
        let count: number;
        do {
          count = await remindSome(when);
          total += count;
        } while (count === batchSize);
      }
      if (total > 0) notices.kick();
      return total;
    },
  };
}
