import type { RowNote } from '@vid/contract/endpoints/admin/import-shapes';

/** Value of a cell, with a note if it was changed, or the reason why the cell cannot be used. */
export type Reading<T> = { readonly value: T; readonly note?: RowNote } | { readonly problem: RowNote };
