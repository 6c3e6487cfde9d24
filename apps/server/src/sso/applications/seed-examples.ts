import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/connection.ts';
import { applications, clients, clientSecrets } from '#database/sso-schema.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';

type Parts = { readonly db: Database; readonly keys: Pick<Keys, 'derive' | 'hashSecret'> };

/** Where an example application runs, and what proves its server to VID. */
export type ExampleClient = { readonly clientId: string; readonly clientSecret: string };

/** The example applications of evaluation mode: the first is the association's own, the second somebody else's. */
export const exampleApplications = {
  sdk: { code: 'sdk-example', clientId: 'sdk-example-web', name: 'Ví dụ: SDK', isFirstParty: true },
  oidc: {
    code: 'oidc-example',
    clientId: 'oidc-example-web',
    name: 'Ví dụ: OpenID Connect',
    isFirstParty: false,
  },
} as const;

/** Registers both, or moves them to the addresses where they run this time. What an operator disabled stays so. */
export async function seedExamples(
  { db, keys }: Parts,
  origins: { readonly sdkOrigin: string; readonly oidcOrigin: string },
): Promise<{ readonly sdk: ExampleClient; readonly oidc: ExampleClient }> {
  const { sdk, oidc } = exampleApplications;
  // Derived: the same at every start, and in plain text nowhere.
  const withSecret = ({ clientId }: { clientId: string }): ExampleClient => ({
    clientId,
    clientSecret: keys.derive(`example-client:${clientId}`).toString('base64url'),
  });
  const examples = { sdk: withSecret(sdk), oidc: withSecret(oidc) };
  await db.transaction(async (tx) => {
    await save(tx, { ...sdk, origin: origins.sdkOrigin, hash: keys.hashSecret(examples.sdk.clientSecret) });
    await save(tx, {
      ...oidc,
      origin: origins.oidcOrigin,
      hash: keys.hashSecret(examples.oidc.clientSecret),
    });
  });
  return examples;
}

type Example = (typeof exampleApplications)[keyof typeof exampleApplications];

async function save(tx: Queryable, example: Example & { origin: string; hash: Buffer }): Promise<void> {
  const { code, clientId, name, isFirstParty, origin } = example;
  const [application] = await tx
    .insert(applications)
    .values({ id: newId('app'), code, name, isFirstParty })
    .onConflictDoUpdate({ target: applications.code, set: { updatedAt: sql`now()` } })
    .returning({ id: applications.id });
  const addresses = {
    redirectUris: [`${origin}/callback`],
    postLogoutUris: [`${origin}/`],
    backchannelLogoutUri: `${origin}/backchannel-logout`,
  };
  await tx
    .insert(clients)
    .values({
      id: clientId,
      applicationId: application?.id ?? '',
      kind: 'web',
      authMethod: 'client_secret_basic',
      ...addresses,
    })
    .onConflictDoUpdate({ target: clients.id, set: { ...addresses, updatedAt: sql`now()` } });
  await tx
    .insert(clientSecrets)
    .values({ id: `cli_${clientId}`, clientId, secretHash: example.hash })
    .onConflictDoUpdate({ target: clientSecrets.id, set: { secretHash: example.hash, expiresAt: null } });
}
