import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Import } from './imports.ts';
import { ProgressCard } from './progress-card.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));

const none = {
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
const found: Import = {
  id: 'imp_1',
  fileName: 'hoi-vien.csv',
  status: 'running',
  problem: null,
  counts: none,
  leftOut: [],
  requestedBy: null,
  createdAt: '2026-11-27T02:00:00.000Z',
  finishedAt: null,
  expiresAt: '2026-12-27T02:00:00.000Z',
};

test.each([
  ['running', { ...none, new: 7, added: 3 }, [3, 10]],
  // The stopped import never added the seven accounts under `new`, so their rows do not count.
  ['undoing', { ...none, new: 7, added: 1, removed: 1, kept: 1 }, [2, 3]],
] as const)(
  'the progress card shows the progress of an import with the status %s',
  async (status, counts, [value, max]) => {
    renderPage(<ProgressCard found={{ ...found, status, counts }} onClose={() => undefined} />, person, '/');
    const bar = await screen.findByRole('progressbar');
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual([String(value), String(max)]);
  },
);
