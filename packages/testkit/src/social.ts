import type { Fault } from '@vid/sample-providers/grant';
import { startSampleProviders, type SampleProviderName } from '@vid/sample-providers/start';
import type { TestBrowser } from './browser.ts';
import type { TestCluster } from './database/database.ts';
import { startTestServer, type TestServer } from './server.ts';

export const socialPath = '/vid/ajax/auth/login/social';
export const socialVerifyPath = `${socialPath}/verify`;
export const providerNames = ['zalo', 'google', 'facebook'] as const;

export type Choice = {
  readonly subject: string;
  readonly name?: string;
  readonly email?: string | null;
  readonly fault?: Fault;
};

/** Starts a server that uses the sample providers over sockets. */
export async function startSocialServer(
  cluster: TestCluster,
  environment: Readonly<Record<string, string>> = {},
) {
  const providers = await startSampleProviders();
  const server = await startTestServer(cluster, { environment: { ...providers.settings, ...environment } });
  return {
    server,
    providers: providers.servers,
    async close() {
      await server.close();
      await providers.close();
    },
  };
}

/** Returns a different id of a person at a provider for each call. */
export function freshSubject(): string {
  return BigInt.asUintN(62, BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`)).toString();
}

async function agreeAt(address: string | URL, choice: Choice): Promise<Response> {
  const body = new URLSearchParams({
    subject: choice.subject,
    name: choice.name ?? 'Trần Thu Hà',
    email: choice.email ?? '',
    fault: choice.fault ?? 'none',
    ...(choice.email === undefined || choice.email === null ? { 'no-email': '1' } : {}),
  });
  return fetch(address, { method: 'POST', body, redirect: 'manual' });
}

export type CodeProof = {
  readonly provider: SampleProviderName;
  readonly oauthCode: string;
  readonly state: string;
};

/** Starts a code flow in a browser, agrees at the provider, and returns the parameters that the callback page gets. */
export async function proveByCode(
  browser: TestBrowser,
  provider: SampleProviderName,
  choice: Choice,
  startPath = `${socialPath}/start`,
): Promise<CodeProof> {
  const started = await browser.post(startPath, { provider });
  if (started.status !== 200) throw new Error(`the start returned ${started.status} ${started.code ?? ''}`);
  const answer = await agreeAt(String(started.data['address']), choice);
  const back = new URL(answer.headers.get('location') ?? '');
  return {
    provider,
    oauthCode: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  };
}

/** Returns an access token as Facebook's SDK gives it to a page. */
export async function facebookToken(
  { deps }: TestServer,
  choice: Choice,
): Promise<{ readonly provider: 'facebook'; readonly accessToken: string }> {
  const dialog = new URL(deps.config.facebookDialogUrl);
  dialog.search = new URLSearchParams({
    client_id: deps.config.facebookAppId ?? '',
    display: 'popup',
    origin: deps.config.publicUrl.origin,
  }).toString();
  const page = await (await agreeAt(dialog, choice)).text();
  const accessToken = /"accessToken":"([^"]+)"/u.exec(page)?.[1];
  if (accessToken === undefined) throw new Error('the dialog gave no token');
  return { provider: 'facebook', accessToken };
}

/** Signs in with an unlinked identity. Returns the signUpId, which is also set as the `vid_social` cookie. */
export async function beginSocialSignUp(
  browser: TestBrowser,
  provider: SampleProviderName,
  choice: Choice,
): Promise<string> {
  const answer = await browser.post(socialPath, await proveByCode(browser, provider, choice));
  if (answer.status !== 200) throw new Error(`the sign-in returned ${answer.status} ${answer.code ?? ''}`);
  return String(answer.data['signUpId']);
}

/** Inserts the row of an identity that is linked to an account. */
export async function insertIdentity(
  { deps }: TestServer,
  identity: { readonly accountId: string; readonly provider: SampleProviderName; readonly subject: string },
): Promise<void> {
  await deps.sql`insert into social_identities ${deps.sql({ ...identity, name: 'Trần Thu Hà' })}`;
}
