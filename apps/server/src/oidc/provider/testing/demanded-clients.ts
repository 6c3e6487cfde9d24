import { authorizationPath, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import type { TestCluster } from '@vid/testkit/database/database';

const callback = 'https://app.example.vn/cb';

export const requestBy = (clientId: string, more: Readonly<Record<string, string>> = {}): string =>
  authorizationPath({ clientId, redirectUri: callback }, more);

export async function startDemandServer(cluster: TestCluster): Promise<SsoServer> {
  const server = await startSsoServer(cluster);
  const { applications } = server.deps;
  for (const code of ['shop', 'other']) {
    await applications.add({ code, name: code, isFirstParty: code === 'shop' });
    await applications.addClient(code, { clientId: `${code}-spa`, kind: 'spa', redirectUris: [callback] });
  }
  await applications.addClient('shop', {
    clientId: 'shop-app',
    kind: 'native',
    redirectUris: ['vn.example.app:/cb'],
  });
  return server;
}
