import type { createAdmin } from '@vid/testkit/accounts';
import type { TestServer } from '@vid/testkit/server';
import { expect } from 'vitest';
import { importsPath, uploadImport } from './import-file.ts';

/**
 * Returns the steps of an import by an administrator. `read` returns the server and the administrator of the
 * tests.
 */
export function importSteps(
  read: () => { server: TestServer; admin: Awaited<ReturnType<typeof createAdmin>> },
) {
  const upload = (content: Buffer | string, type?: 'csv' | 'xlsx') =>
    uploadImport(read().admin.browser, content, type);
  const work = () => read().server.deps.modules.memberImport.importWorker.run();
  const post = (id: string, verb: string, body?: unknown) =>
    read().admin.browser.post(`${importsPath}/${id}/${verb}`, body);
  const stateOf = async (id: string) => (await read().admin.browser.get(`${importsPath}/${id}`)).data;
  const rowsOf = async (id: string, query = '') => {
    const { items } = (await read().admin.browser.get(`${importsPath}/${id}/rows${query}`)).raw.json<{
      data: { items: Record<string, unknown>[] };
    }>().data;
    return items;
  };
  const accountOf = async (phone: string) => {
    const [row] = await read().server.deps.sql`
      select a.id, a.name, a.email, a.kind, a.role, a.status, a.member_object, a.province, e.name as business, e.tax_code
      from accounts a left join enterprises e on e.account_id = a.id where a.phone = ${phone}`;
    return row;
  };
  async function check(id: string, mapping: Record<string, number>, hashFormat?: string): Promise<void> {
    const asked = await post(id, 'check', { mapping, ...(hashFormat && { hashFormat }) });
    expect([asked.status, asked.data['status']]).toEqual([200, 'checking']);
    await work();
  }
  async function importAll(
    content: string,
    mapping: Record<string, number>,
    hashFormat?: string,
  ): Promise<string> {
    const id = await upload(content);
    await check(id, mapping, hashFormat);
    expect((await post(id, 'start')).status).toBe(200);
    await work();
    return id;
  }
  return { upload, work, post, stateOf, rowsOf, accountOf, check, importAll };
}
