import type { Queryable, Sql } from '#database/connection.ts';
import { joinAnyClient } from '#applications/clients/lookups.ts';
import type { Continuation, NewAttempt, Protocol, StepResult } from './attempt.ts';

const keepDays = 3;
const keptPerClient = 100;
/**
 * Number of steps at which an attempt stops accepting more. Reloads and repeated calls add steps to a
 * sign-on.
 */
const maxSteps = 40;

export type StoredStep = StepResult & { readonly at: string };
export type Timed<T> = Omit<T, 'steps'> & { readonly steps: readonly StoredStep[] };
export type AttemptRow = {
  readonly id: string;
  readonly protocol: Protocol;
  readonly startedAt: Date;
  readonly steps: readonly StoredStep[];
};

export function createAttemptRepo(sql: Sql) {
  return {
    /** Inserts attempts of registered clients, disabled clients included. */
    async insert(tx: Queryable, attempts: readonly Timed<NewAttempt>[]): Promise<void> {
      await tx`
        insert into client_attempts (client_id, protocol, links, steps, expires_at)
        select c.id, a.protocol, a.links, a.steps, now() + make_interval(days => ${keepDays})
        from rows from (jsonb_to_recordset(${JSON.stringify(attempts)}::text::jsonb) as (
          "clientId" text, protocol text, links text[], steps jsonb)) with ordinality a (
          client_id, protocol, links, steps, place)
        ${joinAnyClient(tx, tx`a.client_id`)} order by a.place`;
    },

    /**
     * Adds steps to the newest attempt with each link, unless it already has `maxSteps` steps. Returns the positions of
     * the handled entries; every other entry has no attempt, or shares its attempt with an earlier entry.
     */
    async append(tx: Queryable, notes: readonly Timed<Continuation>[]): Promise<ReadonlySet<number>> {
      const found = await tx<{ id: string; place: number }[]>`
        select distinct on (t.id) t.id::text as id, n.place::int - 1 as place
        from unnest(${notes.map(({ clientId }) => clientId)}::text[], ${notes.map(({ link }) => link)}::text[])
          with ordinality n (client_id, link, place)
        cross join lateral (
          select id from client_attempts
          where client_id = n.client_id and n.link = any(links) order by id desc limit 1) t
        order by t.id, n.place`;
      // Rows are locked in the order of their ids, so that two processes cannot deadlock.
      await Promise.all(
        found.map(
          ({ id, place }) => tx`
            update client_attempts set
              steps = case when jsonb_array_length(steps) < ${maxSteps}
                then steps || ${JSON.stringify(notes[place]?.steps ?? [])}::text::jsonb else steps end,
              links = array(select distinct unnest(links || ${[...(notes[place]?.links ?? [])]}::text[]) limit 10)
            where id = ${id}::bigint`,
        ),
      );
      return new Set(found.map(({ place }) => place));
    },

    async list(clientId: string, limit: number): Promise<readonly AttemptRow[]> {
      return sql<AttemptRow[]>`
        select id::text, protocol, started_at, steps from client_attempts
        where client_id = ${clientId} and expires_at > now() order by client_attempts.id desc limit ${limit}`;
    },

    async deleteSurplus(limit: number): Promise<number> {
      const { count } = await sql`
        delete from client_attempts where id = any(array(
          select id from (
            select id, row_number() over (partition by client_id order by id desc) as place from client_attempts) a
          where place > ${keptPerClient} limit ${limit}))`;
      return count;
    },
  };
}

export type AttemptRepo = ReturnType<typeof createAttemptRepo>;
