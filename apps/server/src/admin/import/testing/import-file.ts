import { importLimits } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { TestBrowser } from '@vid/testkit/browser';
import { expect } from 'vitest';

export const importsPath = '/vid/api/admin/imports';

export async function uploadImport(
  browser: TestBrowser,
  content: Buffer | string,
  type: 'csv' | 'xlsx' = 'csv',
): Promise<string> {
  const file = Buffer.from(content);
  const begun = await browser.post(importsPath, { fileName: `members.${type}`, type, bytes: file.length });
  expect(begun.status).toBe(200);
  const id = String(begun.data['id']);
  for (let part = 0; part * importLimits.partBytes < file.length; part += 1) {
    const piece = file.subarray(part * importLimits.partBytes, (part + 1) * importLimits.partBytes);
    const stored = await putPart(browser, id, part, piece);
    expect(stored.status).toBe(200);
  }
  return id;
}

export const putPart = (browser: TestBrowser, id: string, part: number | string, piece: Buffer) =>
  browser.call('PUT', `${importsPath}/${id}/parts/${part}`, piece, {
    headers: { 'content-type': 'application/octet-stream' },
  });
