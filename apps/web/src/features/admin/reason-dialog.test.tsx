import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

beforeEach(() => loadTexts('admin'));
afterEach(() => vi.unstubAllGlobals());

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  const question = { title: 'Khóa tài khoản', text: 'Khóa?', action: 'Khóa', value: '12' };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Mở
      </button>
      <ReasonDialog
        question={isOpen ? question : null}
        onClose={() => setIsOpen(false)}
        onConfirm={() => Promise.resolve()}
      />
    </>
  );
}

test('the reason dialog focuses the reason if opened by keyboard', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { user } = await renderUi(<Page />);
  await user.tab();
  await user.keyboard('{Enter}');
  const reason = await screen.findByLabelText(/^Lý do/u);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mở' })));
});
