import type { Sql } from '#database/connection.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';

export type OutboxContent = {
  readonly kind: 'sms' | 'mail' | 'captcha';
  readonly to: string;
  readonly purpose: string;
  readonly text: string;
  readonly code: string | null;
};
export type OutboxEntry = OutboxContent & { readonly id: string; readonly at: string };

const maxEntries = 400;
const insertsPerTrim = 50;

type Deps = { readonly sql: Sql; readonly keys: Keys };

/**
 * Creates the outbox, which shows messages and captcha answers in evaluation mode. Entries are sealed at
 * rest, so that a database dump contains no live code (O11). Production has no outbox.
 */
export function createOutbox({ sql, keys }: Deps) {
  let inserts = 0;

  const trim = async (): Promise<void> => {
    await sql`
      delete from outbox_messages
      where created_at < (select created_at from outbox_messages order by created_at desc offset ${maxEntries - 1} limit 1)`;
  };

  return {
    async add(content: OutboxContent): Promise<void> {
      const sealed = keys.seal('outbox', JSON.stringify(content));
      await sql`insert into outbox_messages (id, sealed) values (${newId('out')}, ${sealed})`;
      inserts += 1;
      if (inserts % insertsPerTrim === 0) await trim();
    },

    /** Returns the newest `maxEntries` rows, newest first, without rows that a lost key sealed. */
    async list(): Promise<readonly OutboxEntry[]> {
      const rows = await sql<{ id: string; sealed: Uint8Array; at: string }[]>`
        select id, sealed, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from outbox_messages order by created_at desc, id limit ${maxEntries}`;
      return rows.flatMap(({ id, sealed, at }) => {
        const content = open(keys, sealed);
        return content === undefined ? [] : [{ id, ...content, at }];
      });
    },
  };
}

/** Only `add` writes rows, and the seal is authenticated, so the content needs no further check. */
function open(keys: Keys, sealed: Uint8Array): OutboxContent | undefined {
  try {
    const content: OutboxContent = JSON.parse(keys.open('outbox', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type Outbox = ReturnType<typeof createOutbox>;
