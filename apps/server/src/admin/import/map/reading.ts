import type { RowNote } from '@vid/contract/endpoints/admin/import-shapes';

/** What a cell says: a value, with a note if it was changed, or the reason why it cannot be used. */
export type Reading<T> = { readonly value: T; readonly note?: RowNote } | { readonly problem: RowNote };
