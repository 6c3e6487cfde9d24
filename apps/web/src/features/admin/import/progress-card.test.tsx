import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { checkedImport as found, importCounts as none } from '../../../../test/import.ts';
import { person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { ProgressCard } from './progress-card.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));

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
