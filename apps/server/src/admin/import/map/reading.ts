import type { RowNote } from '@vid/contract/endpoints/admin/import-shapes';

/**
 * Reading a cell gives a value, with a note if the value was changed, or the reason why the cell cannot be
 * used.
 */
export type Reading<T> = { readonly value: T; readonly note?: RowNote } | { readonly problem: RowNote };
