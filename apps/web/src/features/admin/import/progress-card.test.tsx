import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { checkedImport as found, importCounts as none } from '../../../../test/import.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { ProgressCard } from './progress-card.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));

test.each([
  ['running', { ...none, new: 7, added: 3 }, [3, 10]],
  // The stopped import never added the seven accounts under `new`, so their rows do not count.
  ['undoing', { ...none, new: 7, added: 1, removed: 1, kept: 1 }, [2, 3]],
] as const)(
  'the progress card of an import shows the progress in the status %s',
  async (status, counts, [value, max]) => {
    renderPage(<ProgressCard found={{ ...found, status, counts }} onClose={() => undefined} />, person, '/');
    const bar = await screen.findByRole('progressbar');
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual([String(value), String(max)]);
  },
);

const path = '/vid/api/admin/imports/:importId';
test.each([
  ['Thêm 7 hội viên', `POST ${path}/start`],
  ['Tải 2 dòng có lỗi để sửa', `GET ${path}/invalid-rows`],
  ['Tải báo cáo', `GET ${path}/report`],
] as const)('the import’s progress card says why the action “%s” was refused', async (name, endpoint) => {
  const checked = { ...found, status: 'checked' as const, counts: { ...none, new: 7, invalid: 2 } };
  const user = renderPage(<ProgressCard found={checked} onClose={() => undefined} />, person, '/');
  await expectRefusedPress(user, endpoint, name);
});

test('the import’s progress card disables the add button without new rows', async () => {
  renderPage(<ProgressCard found={{ ...found, status: 'checked' }} onClose={() => undefined} />, person, '/');
  expect(await screen.findByRole('button', { name: 'Thêm hội viên' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: /lỗi/u })).toBeNull();
});

test('the progress card of an import discards a checked file, then closes', async () => {
  network().on(`POST ${path}/cancel`, () => data({ ...found, status: 'cancelled' }));
  const onClose = vi.fn<() => void>();
  const user = renderPage(
    <ProgressCard found={{ ...found, status: 'checked' }} onClose={onClose} />,
    person,
    '/',
  );
  await user.click(await screen.findByRole('button', { name: 'Bỏ tệp này' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
