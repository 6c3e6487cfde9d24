import type { Sql } from '#database/connection.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';

export type OutboxContent = {
  readonly kind: 'sms' | 'mail' | 'captcha';
  /** The phone or address; of a captcha its id. */
  readonly to: string;
  readonly purpose: string;
  readonly text: string;
  readonly code: string | null;
};
export type OutboxEntry = OutboxContent & { readonly id: string; readonly at: string };

/** The newest ones that are kept. */
const kept = 400;
/** Old rows are taken away with every so many new ones, not with each. */
const trimEvery = 50;

/**
 * What evaluation mode would have sent, for a newcomer and a test to read. Sealed at rest all the same, so that a
 * dump of the database holds no live code (O11). Not built in production.
 */
export function createOutbox(parts: { readonly sql: Sql; readonly keys: Keys }) {
  const { sql, keys } = parts;
  let added = 0;

  const trim = async (): Promise<void> => {
    await sql`
      delete from outbox_messages
      where created_at < (select created_at from outbox_messages order by created_at desc offset ${kept - 1} limit 1)`;
  };

  return {
    async add(content: OutboxContent): Promise<void> {
      const sealed = keys.seal('outbox', JSON.stringify(content));
      await sql`insert into outbox_messages (id, sealed) values (${newId('out')}, ${sealed})`;
      added += 1;
      if (added % trimEvery === 0) await trim();
    },

    /** Newest first. What another key sealed cannot be read and is left out. */
    async list(): Promise<readonly OutboxEntry[]> {
      const rows = await sql<{ id: string; sealed: Uint8Array; at: string }[]>`
        select id, sealed, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from outbox_messages order by created_at desc, id limit ${kept}`;
      return rows.flatMap(({ id, sealed, at }) => {
        const content = open(keys, sealed);
        return content === undefined ? [] : [{ id, ...content, at }];
      });
    },
  };
}

/** Rows are written by `add` alone; what the seal lets through has its shape. */
function open(keys: Keys, sealed: Uint8Array): OutboxContent | undefined {
  try {
    const content: OutboxContent = JSON.parse(keys.open('outbox', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type Outbox = ReturnType<typeof createOutbox>;
