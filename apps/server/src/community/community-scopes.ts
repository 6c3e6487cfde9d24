import type { Fragment, Sql } from '#database/connection.ts';

const communityScopes: readonly string[] = ['openid', 'profile', 'phone', 'email', 'vid', 'broker'];

export const scopesFor = ({ scopes }: { readonly scopes: readonly string[] }): string[] =>
  communityScopes.filter((scope) => scopes.includes(scope));

export const selectScopes = (sql: Sql): Fragment => sql`
  (select string_agg(scope, ' ' order by place)
    from unnest(${[...communityScopes]}::text[]) with ordinality s (scope, place)
    where scope = any(client.scopes))`;
