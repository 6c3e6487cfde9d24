import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAccount } from '@vid/testkit/accounts';
import { createMachineToken } from '@vid/testkit/machine';
import { startSsoServer } from '@vid/testkit/sso';
import { expect, inject, it } from 'vitest';

const guide = fileURLToPath(new URL('../../../../../docs/manage.md', import.meta.url));

it('the examples of docs/manage.md run as printed', async () => {
  const server = await startSsoServer(inject('cluster'));
  const app = await server.deps.applications.add({ code: 'shop', name: 'Sàn giao dịch' });
  const redirectUris = ['https://shop.example.vn/cb'];
  await server.deps.applications.addClient('shop', { clientId: 'shop-web', kind: 'web', redirectUris });
  const { clientId, secret } = await createMachineToken(server, 'shop', [
    'vid:applications:read',
    'vid:applications:write',
  ]);
  await server.deps.sql`
    insert into application_roles (application_id, code, name) values (${app.id}, 'editor', 'Biên tập viên')`;
  await createAccount(server, { phone: '+84912345678' });

  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gmsu)].map(
    ([, block = '']) => block,
  );
  const calls = blocks.filter((block) => block.includes('curl '));
  expect(calls).toHaveLength(7);
  const { stdout } = await promisify(execFile)('bash', ['-euc', calls.join('\necho\n')], {
    env: {
      PATH: process.env['PATH'],
      VID: server.origin,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      APP: app.id,
    },
  });
  const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  expect(answers).toMatchObject([
    { data: { id: app.id, code: 'shop' } },
    { data: { report: [{ phone: '0912345678', outcome: 'added' }] } },
    { data: { items: [{ phone: '+84912345678', role: 'editor' }] } },
    { data: [] },
    { data: expect.arrayContaining([{ day: expect.any(String), count: 0 }]) },
    { data: { id: expect.any(String), secret: expect.any(String) } },
  ]);
  await server.close();
}, 60_000);
