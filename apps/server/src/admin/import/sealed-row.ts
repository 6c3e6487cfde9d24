import type { ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import type { Keys } from '#lib/keys.ts';
import type { ImportedMember } from '#account/imports/imported-accounts.repo.ts';
import type { ValueNote } from './map/field-reader.ts';
import type { WrittenRow } from './map/row.policy.ts';

/**
 * The notes of a row, with either the member to add and the password hash, or the texts of an invalid row. Only
 * the notes are kept once the account was added.
 */
export type RowContent = {
  readonly notes: readonly ValueNote[];
  readonly member?: ImportedMember;
  readonly hash?: ForeignHash | null;
  readonly written?: WrittenRow;
};

const purpose = 'import-row';

const titlesPurpose = 'import-left-out';

export const sealTitles = (keys: Pick<Keys, 'seal'>, titles: readonly string[]): Buffer =>
  keys.seal(titlesPurpose, JSON.stringify(titles));

export function openTitles(keys: Pick<Keys, 'open'>, sealed: Uint8Array | null): string[] {
  const titles: string[] = sealed === null ? [] : JSON.parse(keys.open(titlesPurpose, sealed));
  return titles;
}

export const sealRow = (keys: Pick<Keys, 'seal'>, content: RowContent): Buffer =>
  keys.seal(purpose, JSON.stringify(content));

/** A sealed row needs no validation, because the seal is authenticated and only `sealRow` creates it. */
export function openRow(keys: Pick<Keys, 'open'>, sealed: Uint8Array): RowContent {
  const content: RowContent = JSON.parse(keys.open(purpose, sealed));
  return content;
}
