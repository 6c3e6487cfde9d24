import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { client } from '../../../../../test/application.ts';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../../test/refused-press.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Attempt } from './attempt-card.tsx';
import { ClientDoctorPage } from './doctor.page.tsx';

const list = 'GET /vid/api/apps/:appId/clients/:clientId/attempts';
const one = 'GET /vid/api/apps/:appId/clients/:clientId';
const at = '2026-11-21T02:00:00.000Z';
const wrong: Attempt = {
  id: '1',
  protocol: 'openid',
  startedAt: at,
  steps: [
    { step: 'request', state: 'done', at, problem: null },
    {
      step: 'redirect',
      state: 'failed',
      at,
      problem: {
        code: 'redirectMismatch',
        error: 'invalid_redirect_uri',
        detail: null,
        sent: 'https://shop.example.vn/cb/',
        expected: ['https://shop.example.vn/cb'],
        difference: 'slash',
      },
    },
  ],
};

const doneSteps = (...names: readonly Attempt['steps'][number]['step'][]) =>
  names.map((step) => ({ step, state: 'done' as const, at, problem: null }));

/** happy-dom has no `EventSource`, so tests dispatch this stream's events. */
class Stream extends EventTarget {
  static last: Stream | undefined;
  static readonly OPEN = 1;
  readonly readyState = 1;
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.last = this;
  }
  close() {
    this.isClosed = true;
  }
}

const open = () =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/clients/:clientId/doctor" element={<ClientDoctorPage />} />
    </Routes>,
    person,
    '/apps/app_1/clients/shop-web/doctor',
  );

describe('the sign-in diagnosis', () => {
  useMemberScreens();
  beforeEach(() => {
    vi.stubGlobal('EventSource', Stream);
    network().on(one, () => data(client));
    return loadTexts('apps');
  });

  test('shows a new sign-on as soon as the server reports it', async () => {
    let attempts: Attempt[] = [];
    network().on(list, () => data(attempts));
    open();
    expect(await screen.findByText('Chưa có lần đăng nhập nào')).toBeDefined();
    expect(Stream.last?.url).toBe('/vid/api/apps/app_1/clients/shop-web/attempts/events');
    attempts = [wrong];
    Stream.last?.dispatchEvent(new MessageEvent('message', { data: '{"changed":true}' }));
    const card = within((await screen.findAllByRole('listitem'))[0] ?? document.body);
    expect(card.getByText('Bị từ chối')).toBeDefined();
    expect(card.getByText('https://shop.example.vn/cb/')).toBeDefined();
    expect(card.getByText('https://shop.example.vn/cb')).toBeDefined();
    expect(card.getByText(/chỉ khác nhau ở dấu \/ cuối/)).toBeDefined();
    expect(card.getByText(/VID so sánh từng ký tự/)).toBeDefined();
  });

  test.each([
    ['names ES256', 'openid', 'ES256', ['code', 'token'], 1],
    ['does not name ES256', 'openid', 'RS256', ['code', 'token'], 0],
    ['does not name ES256', 'openid', 'ES256', ['code', 'token', 'userinfo'], 0],
    ['does not name ES256', 'openid', 'ES256', ['code'], 0],
    ['does not name ES256', 'community', 'ES256', ['code', 'token'], 0],
  ] as const)(
    '%s for protocol %s, ID tokens signed by %s and steps %j',
    async (_title, protocol, idTokenAlg, names, count) => {
      network().on(list, () => data([{ id: '1', protocol, startedAt: at, steps: doneSteps(...names) }]));
      network().on(one, () => data({ ...client, idTokenAlg }));
      open();
      await screen.findByText('Đổi mã lấy token');
      await waitFor(() =>
        expect(screen.queryAllByText(/không kiểm tra được chữ ký ES256/u)).toHaveLength(count),
      );
    },
  );

  test('runs the checks of the client when the manager asks for them', async () => {
    network().on(list, () => data([]));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/checks', () =>
      data([
        { check: 'status', state: 'good', reason: 'active', subject: null, value: null },
        {
          check: 'backchannel',
          state: 'bad',
          reason: 'wrongStatus',
          subject: 'https://shop.example.vn/out',
          value: '404',
        },
      ]),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Kiểm tra ngay' }));
    expect(await screen.findByText('Kết nối và ứng dụng đang hoạt động.')).toBeDefined();
    expect(screen.getByText(/trả lời 404/)).toBeDefined();
  });

  test('says why the checks could not run', async () => {
    network().on(list, () => data([]));
    const user = open();
    await expectRefusedPress(user, 'POST /vid/api/apps/:appId/clients/:clientId/checks', 'Kiểm tra ngay');
  });

  test('explains the results of the checks', async () => {
    const results = [
      ...['active', 'clientDisabled', 'applicationDisabled'].map((reason) => ['status', reason] as const),
      ...['https', 'privateScheme', 'local', 'other'].map((reason) => ['address', reason] as const),
      ...[
        'none',
        'private',
        'unreachable',
        'acceptsAll',
        'redirects',
        'answers',
        'serverError',
        'wrongStatus',
      ].map((reason) => ['backchannel', reason] as const),
      ...['signing', 'client'].map((reason) => ['keys', reason] as const),
      ...['one', 'none'].map((reason) => ['secret', reason] as const),
    ];
    network().on(list, () => data([]));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/checks', () =>
      data([
        ...results.map(([check, reason]) => ({
          check,
          state: 'good' as const,
          reason,
          subject: null,
          value: '7',
        })),
        {
          check: 'secret',
          state: 'warning',
          reason: 'former',
          subject: 'https://shop.example.vn',
          value: at,
        },
        { check: 'address', state: 'skipped', reason: 'local', subject: 'http://127.0.0.1', value: null },
      ]),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Kiểm tra ngay' }));
    await screen.findByText('Kết nối và ứng dụng đang hoạt động.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toMatchSnapshot();
  });

  test.each([
    ['application', 'good', '0', /lệch 0 giây so với VID\.$/u],
    ['application', 'bad', '90', /lệch 90 giây so với VID\. Hãy bật đồng bộ thời gian/u],
    ['vid', 'good', '0', /lệch 0 giây\.$/u],
    ['vid', 'bad', '90', /lệch 90 giây\. Hãy báo cho Hội\.$/u],
  ] as const)('names the deviation of the %s clock (result: %s)', async (reason, state, value, text) => {
    network().on(list, () => data([]));
    network().on('POST /vid/api/apps/:appId/clients/:clientId/checks', () =>
      data([{ check: 'clock', state, reason, subject: null, value }]),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Kiểm tra ngay' }));
    expect(await screen.findByText(text)).toBeDefined();
  });

  test('reports a client of another application as not found', async () => {
    network().on(list, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    open();
    expect(await screen.findByRole('heading', { name: 'Không tìm thấy kết nối' })).toBeDefined();
    expect(Stream.last?.isClosed).toBe(true);
  });

  test('explains the refused sign-on of a typed reference number', async () => {
    network().on(list, () => data([]));
    network().on('GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference', ({ endpoint }) =>
      endpoint.endsWith('MGVQ7K2XA9')
        ? data({
            clientId: 'shop-web',
            reason: 'invalid_redirect_uri',
            at,
            details: [
              { name: 'redirectUri', value: 'https://b.vn/cb' },
              { name: 'route', value: 'authorization' },
            ],
          })
        : refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }),
    );
    const user = open();
    const card = within(await screen.findByRole('region', { name: 'Tra mã trên trang báo lỗi' }));
    const field = card.getByLabelText('Mã tra cứu');
    await user.type(field, 'MGVQ7K2XA9{Enter}');
    expect(await card.findByText('invalid_redirect_uri')).toBeDefined();
    expect(card.getByText('Cách sửa:').closest('p')?.textContent).toMatch(
      /^Địa chỉ chuyển về không khớp .+ Cách sửa: Sửa địa chỉ trong ứng dụng/u,
    );
    expect(card.getByText('Bước bị từ chối').nextSibling?.textContent).toBe('Nhận yêu cầu');
    expect(card.getByText('Địa chỉ chuyển về mà ứng dụng gửi').nextSibling?.textContent).toBe(
      'https://b.vn/cb',
    );
    await user.clear(field);
    await user.type(field, 'MGVQ7K2XA8{Enter}');
    expect(await card.findByText(/^Kết nối này không có mã đó/u)).toBeDefined();
  });

  test('explains a refused sign-out by its unregistered redirect URI', async () => {
    network().on(list, () => data([]));
    network().on('GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference', () =>
      data({
        clientId: 'shop-web',
        reason: 'invalid_request',
        at,
        details: [
          { name: 'route', value: 'end_session' },
          { name: 'description', value: 'post_logout_redirect_uri not registered' },
        ],
      }),
    );
    const user = open();
    const card = within(await screen.findByRole('region', { name: 'Tra mã trên trang báo lỗi' }));
    await user.type(card.getByLabelText('Mã tra cứu'), 'MGVQ7K2XA9{Enter}');
    expect((await card.findByText('Cách sửa:')).closest('p')?.textContent).toMatch(
      /^Địa chỉ chuyển về sau khi đăng xuất không khớp .+ Cách sửa: Thêm địa chỉ đó/u,
    );
    expect(card.getByText('Bước bị từ chối').nextSibling?.textContent).toBe('Đăng xuất');
  });
});
