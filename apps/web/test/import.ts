import type { Import } from '#features/admin/import/imports.ts';

export const importCounts: Import['counts'] = {
  rows: 10,
  new: 0,
  duplicate: 0,
  exists: 0,
  invalid: 0,
  added: 0,
  removed: 0,
  kept: 0,
  guessed: 0,
  changed: 0,
  leftOut: 0,
};

export const checkedImport: Import = {
  id: 'imp_1',
  fileName: 'members.csv',
  status: 'checked',
  problem: null,
  counts: importCounts,
  leftOut: [],
  requestedBy: null,
  createdAt: '2026-11-27T02:00:00.000Z',
  finishedAt: null,
  expiresAt: '2026-12-27T02:00:00.000Z',
};
