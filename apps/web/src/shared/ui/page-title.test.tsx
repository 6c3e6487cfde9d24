import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { AssociationName, PageTitle } from './page-title.tsx';

test('the title of a page takes the focus only after a navigation', async () => {
  const first = await renderUi(<PageTitle title="Đăng nhập" lead="Chào bạn" />);
  expect(document.activeElement).toBe(document.body);
  expect(screen.getByText('Chào bạn')).toBeTruthy();
  first.unmount();
  render(<PageTitle title="Bảo mật" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Bảo mật' }));
});

test('the title of a page with keepsFocus takes no focus', async () => {
  await renderUi(<PageTitle keepsFocus title="Nhập mã" />);
  expect(document.activeElement).toBe(document.body);
});

test('the document is named after the page and the association', async () => {
  const view = await renderUi(
    <AssociationName value="Hội Thử nghiệm">
      <PageTitle title="Bảo mật" />
    </AssociationName>,
  );
  expect(document.title).toBe('Bảo mật · Hội Thử nghiệm');
  view.rerender(
    <AssociationName value="Hội Thử nghiệm">
      <PageTitle title="Thiết bị" />
    </AssociationName>,
  );
  expect(document.title).toBe('Thiết bị · Hội Thử nghiệm');
});
