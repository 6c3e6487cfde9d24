import { screen, waitFor, within, cleanup } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useCommon } from '#state/common.ts';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { useCategory } from '#state/category.ts';
import { CertificatePage } from './certificate.page.tsx';
import { EnterprisePage } from './enterprise.page.tsx';
import { EnterprisesPage } from './enterprises.page.tsx';
import type { CertificateDetail, EnterpriseDetail } from './queue.tsx';

const admin = { ...person, role: 'admin' as const };
const item = {
  id: 'acc_1',
  name: 'Công ty Địa ốc Sông Hồng',
  shortName: 'Sông Hồng Land',
  taxCode: '0100233480',
  representative: 'Lê Minh Châu',
  taxCodeVerdict: 'unverified',
  state: 'declared',
  declaredAt: '2026-11-20T02:00:00.000Z',
  checkedAt: null,
} as const;
const detail: EnterpriseDetail = {
  ...item,
  revision: 4,
  phone: '+84912345678',
  email: null,
  province: '01',
  createdAt: '2026-11-01T02:00:00.000Z',
  isOwn: false,
  isLocked: false,
  reason: null,
  checkedBy: null,
  sameTaxCode: [{ id: 'acc_2', name: 'Công ty Khác', state: 'verified' }],
  brokers: 3,
};
const get = 'GET /vid/api/admin/enterprises/:accountId';
const page = (
  <>
    <Routes>
      <Route path="/admin/enterprises" element={<EnterprisesPage />} />
      <Route path="/admin/enterprises/certificates/:accountId" element={<CertificatePage />} />
      <Route path="/admin/enterprises/:accountId" element={<EnterprisePage />} />
    </Routes>
    <Notifications />
  </>
);

const idOf = (endpoint: string) => endpoint.split('/').at(5) ?? '';
const isOf = (endpoint: string) => (one: { id: string }) => one.id === idOf(endpoint);

const failed = () => refusal(403, { error: 'Bạn không có quyền.', message: 'FORBIDDEN' });

/** Makes the fake server return a queue of enterprises, and remove each enterprise once it is decided. */
function queueOf(...names: readonly string[]) {
  let waiting = names.map((name, index) => ({ ...item, id: `acc_${index + 1}`, name }));
  const all = waiting;
  network().on('POST /vid/api/admin/enterprises/search', () =>
    data({ items: waiting, next: null, count: waiting.length }),
  );
  network().on(get, ({ endpoint }) => data({ ...detail, ...all.find(isOf(endpoint)) }));
  const decide = ({ endpoint }: { endpoint: string }) => {
    waiting = waiting.filter((one) => !isOf(endpoint)(one));
    return data(true as const);
  };
  network().on('POST /vid/api/admin/enterprises/:accountId/verify', decide);
  network().on('POST /vid/api/admin/enterprises/:accountId/refuse', decide);
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const decided = (action: string) =>
  network().calls.filter(({ endpoint }) => endpoint.endsWith(`/${action}`)).length;

describe('the enterprise queue', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    network().on('GET /vid/api/admin/attention', () =>
      data({
        enterprises: 1,
        certificates: 7,
        privacy: { open: 0, dueSoon: 0, overdue: 0 },
        incidents: { open: 0, overdue: 0, nextDueAt: null },
        operation: [],
      }),
    );
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item], next: null, count: 1 }),
    );
  });

  test('says why an enterprise’s tax code is in doubt', async () => {
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item], next: null, count: 1 }),
    );
    renderPage(<EnterprisesPage />, admin);
    expect((await screen.findAllByText('Công ty Địa ốc Sông Hồng')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Chữ số kiểm tra không khớp').length).toBeGreaterThan(0);
    // The filter names the state of all rows, so the table has no column for the state.
    const table = within(screen.getByRole('table'));
    expect(table.queryByText('Chờ kiểm tra')).toBeNull();
    expect(table.getByRole('columnheader', { name: 'Chờ từ' })).toBeTruthy();
    expect(table.queryByRole('columnheader', { name: 'Trạng thái' })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Chứng chỉ hành nghề/u }).textContent).toContain('7'),
    );
  });

  test.each(['?state=refused', '?queue=certificates&state=refused'])(
    'shows the columns of decided entries for %s before the entries are loaded',
    async (search) => {
      const answered = Promise.withResolvers<null>();
      const answer = async () => {
        await answered.promise;
        return data({ items: [], next: null, count: 0 });
      };
      network().on('POST /vid/api/admin/enterprises/search', answer);
      network().on('POST /vid/api/admin/certificates/search', answer);
      renderPage(page, admin, `/admin/enterprises${search}`);
      const table = within(await screen.findByRole('table'));
      expect(table.queryByRole('columnheader', { name: 'Chờ từ' })).toBeNull();
      expect(table.getByRole('columnheader', { name: 'Trạng thái' })).toBeTruthy();
      answered.resolve(null);
    },
  );

  test('says how many enterprises on all pages match a filter', async () => {
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item], next: 'W10', count: 37 }),
    );
    renderPage(page, admin, '/admin/enterprises?state=refused');
    expect(await screen.findByText('37 kết quả')).toBeTruthy();
  });

  test('marks the rows that share a tax code', async () => {
    const [twin, other] = [
      { ...item, id: 'acc_2', name: 'Công ty Sông Lô' },
      { ...item, id: 'acc_3', name: 'Công ty Sông Mã', taxCode: '0100109106' },
    ];
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({ items: [item, twin, other], next: null, count: 1 }),
    );
    renderPage(<EnterprisesPage />, admin);
    const table = within(await findTable());
    const marked = table
      .getAllByRole('row')
      .filter((row) => within(row).queryByText('Trùng mã số thuế') !== null)
      .map((row) => within(row).getByRole('link').textContent);
    expect(marked).toEqual(['Công ty Địa ốc Sông Hồng', 'Công ty Sông Lô']);
  });

  test('requires a tick for each check before an enterprise is verified', async () => {
    network().on(get, () => data(detail));
    network().on('POST /vid/api/admin/enterprises/:accountId/verify', () => data(true));
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    expect(await screen.findByText(/Chữ số kiểm tra của mã số thuế không khớp/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Công ty Khác' })).toBeTruthy();
    const approve = screen.getByRole('button', { name: 'Xác minh' });
    await user.click(approve);
    expect(screen.getAllByText(/^Hãy đối chiếu rồi đánh dấu mục này/u)).toHaveLength(3);
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes.map((box) => document.activeElement === box)).toEqual([true, false, false]);
    for (const box of boxes) await user.click(box);
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/verify'))).toEqual([]);
    await user.click(approve);
    await waitFor(() =>
      expect(network().calls.find(({ endpoint }) => endpoint.endsWith('/verify'))?.body).toEqual({
        revision: 4,
        checks: ['tax-code', 'company-name', 'representative'],
      }),
    );
  });

  test('shows the new data and says why an outdated decision was refused', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/refuse', () => {
      shown = { ...detail, revision: 5, name: 'Công ty Địa ốc Sông Lô' };
      return refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await user.click(await screen.findByRole('button', { name: 'Từ chối' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    expect(await screen.findByText('Dữ liệu đã thay đổi.')).toBeTruthy();
    expect((await screen.findAllByText('Công ty Địa ốc Sông Lô')).length).toBeGreaterThan(0);
  });

  test('opens a case with j and verifies it by keyboard', async () => {
    queueOf('Công ty Sông Hồng', 'Công ty Sông Lô');
    const user = renderPage(page, admin, '/admin/enterprises');
    await screen.findByRole('link', { name: 'Xét lần lượt' });
    await user.keyboard('j');
    await title('Công ty Sông Hồng');
    await user.keyboard('a');
    const boxes = screen.getAllByRole('checkbox');
    expect(document.activeElement).toBe(boxes[0]);
    // The letter `a` works while a checkbox has the focus, because a checkbox takes no text.
    await user.keyboard('{ }a{ }a{ }a');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Xác minh' }));
    await user.keyboard('{Enter}');
    const following = await title('Công ty Sông Lô');
    await waitFor(() => expect(document.activeElement).toBe(following));
    await screen.findByText('Đã xác minh doanh nghiệp. Còn 1 hồ sơ.');
    // The ticks of the decided case must not carry over to the next case.
    for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false);
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    await screen.findByText('Không có doanh nghiệp nào đang chờ');
    expect(screen.getByText('Đã từ chối và báo cho hội viên. Không còn hồ sơ nào.')).toBeTruthy();
    expect([decided('verify'), decided('refuse')]).toEqual([1, 1]);
  });

  test('moves between cases with j and k', async () => {
    queueOf('Công ty Một', 'Công ty Hai', 'Công ty Ba');
    const user = renderPage(page, admin, '/admin/enterprises/acc_2');
    await title('Công ty Hai');
    await user.keyboard('j');
    const third = await title('Công ty Ba');
    expect(document.activeElement).toBe(third);
    await user.keyboard('k');
    const second = await title('Công ty Hai');
    expect(document.activeElement).toBe(second);
    const list = within(screen.getByRole('navigation', { name: 'Doanh nghiệp' }));
    const [first, current] = list.getAllByRole('link');
    expect(current?.getAttribute('aria-current')).toBe('true');
    current?.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{Enter}');
    await title('Công ty Một');
    expect(screen.queryByRole('link', { name: 'Trước đó' })).toBeNull();
  });

  test('ignores shortcut letters in a dialog and while they are off', async () => {
    queueOf('Công ty Một', 'Công ty Hai');
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await title('Công ty Một');
    await user.keyboard('gr');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('r');
    await user.keyboard('j');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Tắt phím tắt' }));
    await user.keyboard('r');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('[aria-keyshortcuts], kbd')).toBeNull();
    expect(screen.getByRole('button', { name: 'Bật phím tắt' })).toBeTruthy();
  });

  test('opens the next undecided case after each decision', async () => {
    queueOf('Công ty Một', 'Công ty Hai', 'Công ty Ba');
    const user = renderPage(page, admin, '/admin/enterprises/acc_2');
    const verify = async (name: string) => {
      await title(name);
      for (const box of screen.getAllByRole('checkbox')) await user.click(box);
      await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    };
    await verify('Công ty Hai');
    await verify('Công ty Ba');
    await title('Công ty Một');
    expect(decided('verify')).toBe(2);
  });

  test('stays on a case that was opened during a decision', async () => {
    queueOf('Công ty Một', 'Công ty Hai', 'Công ty Ba');
    const answered = Promise.withResolvers<null>();
    network().on('POST /vid/api/admin/enterprises/:accountId/verify', async () => {
      await answered.promise;
      return data(true as const);
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await title('Công ty Một');
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    // Shortcuts do nothing during a decision, because its response opens the next case.
    await user.keyboard('j');
    expect(screen.getByRole('heading', { level: 1, name: 'Công ty Một' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: /^Công ty Ba/u }));
    await title('Công ty Ba');
    answered.resolve(null);
    await screen.findByText(/^Công ty Một: Đã xác minh doanh nghiệp\./u);
    expect(screen.getByRole('heading', { level: 1, name: 'Công ty Ba' })).toBeTruthy();
  });

  test('accepts shortcut letters again once the shortcuts are switched on', async () => {
    localStorage.setItem('vidQueueKeys', 'off');
    queueOf('Công ty Một', 'Công ty Hai');
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await title('Công ty Một');
    await user.keyboard('j');
    await user.click(screen.getByRole('button', { name: 'Bật phím tắt' }));
    expect(localStorage.getItem('vidQueueKeys')).toBeNull();
    await user.keyboard('j');
    await title('Công ty Hai');
  });

  test('opens only one case while the letter j is held down', async () => {
    queueOf('Công ty Một', 'Công ty Hai', 'Công ty Ba');
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await title('Công ty Một');
    await user.keyboard('{j>2/}');
    await title('Công ty Hai');
    expect(screen.queryByRole('heading', { level: 1, name: 'Công ty Ba' })).toBeNull();
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('acc_3'))).toEqual([]);
  });

  test('opens the list’s first page after a later page’s last case', async () => {
    const waiting = [{ ...item, id: 'acc_9', name: 'Công ty Chín' }];
    network().on('POST /vid/api/admin/enterprises/search', ({ body }) =>
      Object(body)['after'] === 'W10'
        ? data({ items: [...waiting], next: null, count: 2 })
        : data({ items: [item], next: 'W10', count: 2 }),
    );
    network().on(get, () => data({ ...detail, ...waiting[0] }));
    network().on('POST /vid/api/admin/enterprises/:accountId/verify', () => {
      waiting.pop();
      return data(true as const);
    });
    const user = renderPage(page, admin, '/admin/enterprises');
    await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
    const table = within(await findTable());
    await user.click(await table.findByRole('link', { name: 'Công ty Chín' }));
    await title('Công ty Chín');
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    expect((await screen.findAllByRole('link', { name: 'Công ty Địa ốc Sông Hồng' })).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByText('Không có doanh nghiệp nào đang chờ')).toBeNull();
  });

  test('does not call the queue empty on a later empty page', async () => {
    const pages = [[item], []];
    network().on('POST /vid/api/admin/enterprises/search', ({ body }) =>
      Object(body)['after'] === 'W10'
        ? data({ items: [...(pages[1] ?? [])], next: null, count: 1 })
        : data({ items: [...(pages[0] ?? [])], next: 'W10', count: 1 }),
    );
    const user = renderPage(page, admin, '/admin/enterprises');
    await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
    expect(await screen.findByText('Trang này không còn mục nào')).toBeTruthy();
    expect(screen.queryByText('Không có doanh nghiệp nào đang chờ')).toBeNull();
  });

  test('returns to the list after a decision on an unlisted case', async () => {
    queueOf('Công ty Một', 'Công ty Hai');
    network().on(get, () => data({ ...detail, id: 'acc_9', name: 'Công ty Chín', state: 'verified' }));
    const user = renderPage(page, admin, '/admin/enterprises/acc_9');
    await title('Công ty Chín');
    await screen.findByRole('link', { name: 'Tiếp theo' });
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Thu hồi xác minh' }));
    expect(await screen.findByRole('link', { name: 'Xét lần lượt' })).toBeTruthy();
  });

  test('offers a retry if the list of cases cannot be read', async () => {
    queueOf('Công ty Một', 'Công ty Hai');
    network().on('POST /vid/api/admin/enterprises/search', failed);
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await title('Công ty Một');
    const list = within(screen.getByRole('navigation', { name: 'Doanh nghiệp' }));
    expect(await list.findByText('Bạn không có quyền.')).toBeTruthy();
    network().on('POST /vid/api/admin/enterprises/search', () =>
      data({
        items: [
          { ...item, id: 'acc_1' },
          { ...item, id: 'acc_2' },
        ],
        next: null,
        count: 2,
      }),
    );
    await user.click(list.getByRole('button', { name: 'Thử lại' }));
    await list.findAllByRole('link');
    network().on('POST /vid/api/admin/enterprises/search', failed);
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    expect(await screen.findByText('Đã xác minh doanh nghiệp.')).toBeTruthy();
  });

  test('keeps the list’s filter in the URLs of the cases', async () => {
    queueOf('Công ty Một', 'Công ty Hai');
    const user = renderPage(page, admin, '/admin/enterprises?state=refused');
    await user.click(await screen.findByRole('link', { name: 'Xét lần lượt' }));
    await title('Công ty Một');
    expect(screen.getByRole('link', { name: 'Tiếp theo' }).getAttribute('href')).toBe(
      '/admin/enterprises/acc_2?state=refused',
    );
    const searches = network().calls.filter(({ endpoint }) => endpoint.endsWith('/search'));
    expect(searches.every(({ body }) => Object(body)['state'] === 'refused')).toBe(true);
  });

  test('says why a refusal failed if the enterprise was already refused', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/refuse', () => {
      shown = { ...detail, revision: 5, state: 'refused', reason: 'Sai địa chỉ' };
      return refusal(409, { error: 'Đã có người từ chối.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    await user.click(await screen.findByRole('button', { name: 'Từ chối' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Sai tên');
    await user.click(dialog.getByRole('button', { name: 'Từ chối' }));
    expect(await screen.findByText('Sai địa chỉ')).toBeTruthy();
    await waitFor(() => expect(useCommon.getState().error?.text).toBe('Đã có người từ chối.'));
  });

  test('clears the ticked checks if the enterprise has changed', async () => {
    let shown = detail;
    network().on(get, () => data(shown));
    network().on('POST /vid/api/admin/enterprises/:accountId/verify', () => {
      shown = { ...detail, revision: 5, name: 'Công ty Địa ốc Sông Lô' };
      return refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/enterprises/acc_1');
    for (const box of await screen.findAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Xác minh' }));
    await title('Công ty Địa ốc Sông Lô');
    expect(screen.getByText('Dữ liệu đã thay đổi.')).toBeTruthy();
    for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false);
  });

  test('says that an enterprise is locked, and shows its e-mail address', async () => {
    network().on(get, () => data({ ...detail, isLocked: true, email: 'lien-he@songhong.example' }));
    renderPage(page, admin, '/admin/enterprises/acc_1');
    expect(await screen.findByText('lien-he@songhong.example')).toBeTruthy();
    expect(screen.getByText(/đang bị khóa/u)).toBeTruthy();
  });

  test('offers an administrator no decision on their own enterprise', async () => {
    network().on(get, () => data({ ...detail, isOwn: true }));
    renderPage(page, admin, '/admin/enterprises/acc_1');
    expect(await screen.findByText(/Đây là tài khoản của bạn/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(?:Xác minh|Từ chối)/u })).toBeNull();
  });

  describe('pages', () => {
    testShownPages(
      {
        'the enterprises': { path: '/admin/enterprises' },
        'the enterprises that were refused': {
          path: '/admin/enterprises?state=refused',
          answers: () =>
            network().on('POST /vid/api/admin/enterprises/search', () =>
              data({
                items: [{ ...item, state: 'refused', checkedAt: '2026-11-21T02:00:00.000Z' }],
                next: null,
                count: 1,
              }),
            ),
        },
        'an enterprise that declared its data': { answers: () => network().on(get, () => data(detail)) },
        'an enterprise that was refused': {
          answers: () =>
            network().on(get, () =>
              data({
                ...detail,
                state: 'refused',
                checkedAt: '2026-11-21T02:00:00.000Z',
                checkedBy: { id: 'acc_9', name: 'Trần Quốc Bảo' },
                reason: 'Sai tên',
                isLocked: true,
              }),
            ),
        },
      },
      ({ path = '/admin/enterprises/acc_1' }) => renderPage(page, admin, path),
    );
  });
});

describe('the page of a certificate', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('admin'));

  const certificate: CertificateDetail = {
    id: 'acc_1',
    name: 'Đỗ Hải Yến',
    number: 'HN-77',
    province: '01',
    issuedOn: '2026-01-15',
    expiresOn: null,
    status: 'declared',
    employerName: null,
    declaredAt: '2026-11-20T02:00:00.000Z',
    checkedAt: null,
    employer: null,
    employerId: null,
    phone: '+84912345678',
    isOwn: false,
    reason: null,
    checkedBy: null,
    sameNumber: [],
  };
  const show = (change: Partial<CertificateDetail> = {}) => {
    const shown = { ...certificate, ...change };
    network().on('POST /vid/api/admin/certificates/search', () =>
      data({ items: [shown], next: null, count: 1 }),
    );
    network().on('GET /vid/api/admin/certificates/:accountId', () => data(shown));
    return renderPage(page, admin, '/admin/enterprises/certificates/acc_1');
  };

  const employer = {
    name: 'Sông Hồng Land',
    referralCode: 'VN7K2M9PH8',
    taxCode: '0100233480',
    verified: false,
  };

  test('says whether the broker’s employer is verified', async () => {
    show({ employer, employerId: 'acc_9' });
    const link = await screen.findByRole('link', { name: 'Sông Hồng Land' });
    expect(link.getAttribute('href')).toBe('/admin/enterprises/acc_9');
    expect(link.parentElement?.textContent).toContain('0100233480');
    expect(screen.getByText('Nơi làm việc chưa được xác minh.')).toBeTruthy();
    cleanup();
    show({ employer: { ...employer, name: null, taxCode: null, verified: true }, employerId: 'acc_9' });
    const code = await screen.findByRole('link', { name: 'VN7K2M9PH8' });
    expect(code.parentElement?.textContent).toBe('VN7K2M9PH8');
    expect(screen.getByText('Nơi làm việc là doanh nghiệp đã xác minh.')).toBeTruthy();
  });

  test('names an employer without an account but does not link to it', async () => {
    show({ employer: { ...employer, taxCode: null }, employerId: null });
    expect(await screen.findByText('Sông Hồng Land')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sông Hồng Land' })).toBeNull();
  });

  test('offers no confirmation for a broker without a name', async () => {
    show({ name: null });
    expect(await screen.findByText(/^Nhà môi giới chưa khai họ tên/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Xác nhận' })).toBeNull();
    expect(screen.getByText('Chưa khai nơi làm việc.')).toBeTruthy();
  });

  test('shows the certificate’s end date or that it has none', async () => {
    show();
    expect(await screen.findByText('Không thời hạn')).toBeTruthy();
    cleanup();
    show({ status: 'expired', expiresOn: '2026-02-01' });
    expect(await screen.findByText('01/02/2026')).toBeTruthy();
  });

  test('links to the setting for a province’s missing register URL', async () => {
    show();
    await screen.findByText(/Chưa có địa chỉ danh sách chứng chỉ của Hà Nội/u);
    expect(screen.getByRole('link', { name: 'Thêm địa chỉ' }).getAttribute('href')).toBe(
      '/admin/params?register=01',
    );
  });

  test('links to the register of the certificate’s province in a new tab', async () => {
    const { categories } = useCategory.getState();
    if (categories === null) throw new Error('no categories');
    const provinces = categories.provinces.map((province) =>
      province.code === '01' ? { ...province, registerUrl: 'https://sxd.example.vn/' } : province,
    );
    useCategory.setState({ categories: { ...categories, provinces } });
    show();
    const link = await screen.findByRole('link', { name: /^Mở danh sách chứng chỉ của Hà Nội/u });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://sxd.example.vn/',
      '_blank',
      'noreferrer',
    ]);
  });

  test('sends the version of the certificate and the ticked checks', async () => {
    network().on('POST /vid/api/admin/certificates/:accountId/confirm', () => data(true));
    const user = show();
    for (const box of await screen.findAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Xác nhận' }));
    await waitFor(() =>
      expect(network().calls.find(({ endpoint }) => endpoint.endsWith('/confirm'))?.body).toEqual({
        declaredAt: certificate.declaredAt,
        checkedAt: null,
        checks: ['number', 'holder', 'dates'],
      }),
    );
  });
});
