import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApplicationService } from '../applications/application.service.ts';

export type ExampleClient = { readonly clientId: string; readonly secret: string; readonly origin: string };
export type ExampleApplications = { readonly sdk: ExampleClient; readonly oidc: ExampleClient };

/** A secret that an example shows to its own server, kept where only the operator reads; see `keepSecrets`. */
const fileName = 'examples.json';

/**
 * Registers the two example applications of evaluation mode, and brings their addresses up to date: their ports
 * may differ from one start to the next. Idempotent; killed in between, the next start goes on.
 */
export async function seedExamples(
  applications: ApplicationService,
  options: { readonly sdkOrigin: string; readonly oidcOrigin: string; readonly dataDir: string },
): Promise<ExampleApplications> {
  const kept = await readSecrets(options.dataDir);
  const register = async (
    code: string,
    name: string,
    origin: string,
    isFirstParty: boolean,
  ): Promise<ExampleClient> => {
    const clientId = `${code}-web`;
    const secret = kept[clientId] ?? randomBytes(32).toString('base64url');
    await applications.ensure(
      { code, name, isFirstParty },
      {
        clientId,
        kind: 'web',
        redirectUris: [`${origin}/callback`],
        postLogoutUris: [`${origin}/`],
        backchannelLogoutUri: `${origin}/backchannel-logout`,
      },
      secret,
    );
    return { clientId, secret, origin };
  };
  const sdk = await register('sdk-example', 'Ứng dụng mẫu (SDK)', options.sdkOrigin, true);
  const oidc = await register('oidc-example', 'Ứng dụng mẫu (OpenID Connect)', options.oidcOrigin, false);
  await keepSecrets(options.dataDir, { [sdk.clientId]: sdk.secret, [oidc.clientId]: oidc.secret });
  return { sdk, oidc };
}

async function readSecrets(dataDir: string): Promise<Readonly<Record<string, string>>> {
  try {
    const secrets: Record<string, string> = JSON.parse(await readFile(join(dataDir, fileName), 'utf8'));
    return secrets;
  } catch {
    // None yet, or not readable: new ones are made and take the place of the old.
    return {};
  }
}

async function keepSecrets(dataDir: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const file = join(dataDir, fileName);
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
