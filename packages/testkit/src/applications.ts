import { noteUses } from '@vid/server/consent/application-uses';
import { newId } from '@vid/server/lib/ids';
import type { TestServer } from './server.ts';

export async function createApplication(
  server: TestServer,
  input: { readonly ownerId?: string; readonly access?: 'open' | 'restricted'; readonly name?: string } = {},
): Promise<{ id: string; code: string; name: string }> {
  const { name = 'Sàn giao dịch', ...rest } = input;
  const { id, code } = await server.deps.applications.add({ code: newId('app').slice(0, 24), name, ...rest });
  return { id, code, name };
}

/** Records that an account uses an application, as its first token does. */
export async function useApplication(
  server: TestServer,
  accountId: string,
  applicationId: string,
): Promise<void> {
  await noteUses(server.deps.sql, [{ accountId, applicationId, scopes: ['openid'] }]);
}
