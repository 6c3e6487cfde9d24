import type postgres from 'postgres';
import type { Answer } from './answer.ts';

/** One prepared query by primary key; the cookie is the account's id itself. */
export function floorWhoAmI(sql: postgres.Sql): Answer {
  return async (request) => {
    const id = request.headers.cookie?.slice('id='.length) ?? '';
    const [row] = await sql`select * from accounts where id = ${id}`;
    if (!row) throw new Error('no such account');
    return row;
  };
}
