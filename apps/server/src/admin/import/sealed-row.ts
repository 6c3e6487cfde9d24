import type { ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import type { Keys } from '#lib/keys.ts';
import type { ImportedMember } from './map/row.policy.ts';

/** What a row of a file holds: a member to add, or the texts of one that cannot be added. */
export type RowContent =
  | { readonly member: ImportedMember; readonly hash: ForeignHash | null }
  | { readonly written: { readonly phone: string; readonly name: string } };

const purpose = 'import-row';

export const sealRow = (keys: Pick<Keys, 'seal'>, content: RowContent): Buffer =>
  keys.seal(purpose, JSON.stringify(content));

/** Only `sealRow` writes these, and the seal is authenticated. */
export function openRow(keys: Pick<Keys, 'open'>, sealed: Uint8Array): RowContent {
  const content: RowContent = JSON.parse(keys.open(purpose, sealed));
  return content;
}
