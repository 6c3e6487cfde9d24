import type { ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import type { Keys } from '#lib/keys.ts';
import type { ImportedMember } from './map/row.policy.ts';

/** The content of a row: a member to add, or the texts of an invalid row. */
export type RowContent =
  | { readonly member: ImportedMember; readonly hash: ForeignHash | null }
  | { readonly written: { readonly phone: string; readonly name: string } };

const purpose = 'import-row';

export const sealRow = (keys: Pick<Keys, 'seal'>, content: RowContent): Buffer =>
  keys.seal(purpose, JSON.stringify(content));

/** Decrypts a row. Only `sealRow` writes such rows, and the seal is authenticated. */
export function openRow(keys: Pick<Keys, 'open'>, sealed: Uint8Array): RowContent {
  const content: RowContent = JSON.parse(keys.open(purpose, sealed));
  return content;
}
