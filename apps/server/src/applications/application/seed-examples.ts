import type { Queryable, Sql } from '#database/connection.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';

type Deps = { readonly sql: Sql; readonly keys: Pick<Keys, 'derive' | 'hashSecret'> };

export type ExampleClient = { readonly clientId: string; readonly clientSecret: string };

const exampleApplications = {
  sdk: { code: 'sdk-example', clientId: 'sdk-example-web', name: 'Sàn ví dụ', isFirstParty: true },
  oidc: {
    code: 'oidc-example',
    clientId: 'oidc-example-web',
    name: 'Báo ví dụ',
    isFirstParty: false,
  },
} as const;

/** Registers both examples. Existing examples keep the status that an operator set. */
export async function seedExamples(
  { sql, keys }: Deps,
  origins: { readonly sdkOrigin: string; readonly oidcOrigin: string },
): Promise<{ readonly sdk: ExampleClient; readonly oidc: ExampleClient }> {
  const { sdk, oidc } = exampleApplications;
  // Derive the secret from the data key, so that it is the same at every start without being stored.
  const withSecret = ({ clientId }: { clientId: string }): ExampleClient => ({
    clientId,
    clientSecret: keys.derive(`example-client:${clientId}`).toString('base64url'),
  });
  const examples = { sdk: withSecret(sdk), oidc: withSecret(oidc) };
  await sql.begin(async (tx) => {
    await save(tx, { ...sdk, origin: origins.sdkOrigin, hash: keys.hashSecret(examples.sdk.clientSecret) });
    await save(tx, {
      ...oidc,
      origin: origins.oidcOrigin,
      hash: keys.hashSecret(examples.oidc.clientSecret),
    });
  });
  return examples;
}

export async function findExampleLinks(sql: Sql): Promise<{ sdk: string; oidc: string } | undefined> {
  const { sdk, oidc } = exampleApplications;
  const rows = await sql<{ id: string; addresses: string[] }[]>`
    select id, post_logout_uris as addresses from clients where id in (${sdk.clientId}, ${oidc.clientId})`;
  const addressOf = (clientId: string) => rows.find((row) => row.id === clientId)?.addresses[0];
  const [sdkAddress, oidcAddress] = [addressOf(sdk.clientId), addressOf(oidc.clientId)];
  return sdkAddress && oidcAddress ? { sdk: sdkAddress, oidc: oidcAddress } : undefined;
}

type Example = (typeof exampleApplications)[keyof typeof exampleApplications];

async function save(tx: Queryable, example: Example & { origin: string; hash: Buffer }): Promise<void> {
  const { code, clientId, name, isFirstParty, origin } = example;
  const [application] = await tx<{ id: string }[]>`
    insert into applications (id, code, name, is_first_party)
    values (${newId('app')}, ${code}, ${name}, ${isFirstParty})
    on conflict (code) do update set name = excluded.name, updated_at = now() returning id`;
  await tx`
    insert into clients (id, application_id, name, kind, auth_method, redirect_uris, post_logout_uris,
      backchannel_logout_uri)
    values (${clientId}, ${application?.id ?? ''}, ${name}, 'web', 'client_secret_basic', ${[`${origin}/callback`]},
      ${[`${origin}/`]}, ${`${origin}/backchannel-logout`})
    on conflict (id) do update set redirect_uris = excluded.redirect_uris,
      post_logout_uris = excluded.post_logout_uris, backchannel_logout_uri = excluded.backchannel_logout_uri,
      updated_at = now()`;
  await tx`
    insert into client_secrets (id, client_id, secret_hash)
    values (${`cli_${clientId}`}, ${clientId}, ${example.hash})
    on conflict (id) do update set secret_hash = excluded.secret_hash, expires_at = null`;
}
