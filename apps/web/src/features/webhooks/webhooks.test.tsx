import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { expectRefusedPress } from '../../../test/refused-press.ts';
import { testShownPages } from '../../../test/shown-pages.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useCommon } from '#state/common.ts';
import { WebhookPage } from './webhook.page.tsx';
import type { WebhookDetail } from './webhooks.ts';
import { WebhooksPage } from './webhooks.page.tsx';

const list = 'GET /vid/api/apps/:appId/webhooks';
const one = 'GET /vid/api/apps/:appId/webhooks/:webhookId';
const messages = 'GET /vid/api/apps/:appId/webhooks/:webhookId/messages';
const message = 'GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId';
const at = '2026-11-21T02:00:00.000Z';
const webhook: WebhookDetail = {
  id: 'whk_1',
  url: 'https://shop.example.vn/hook',
  description: 'Đồng bộ',
  events: ['account.locked'],
  status: 'failing',
  createdAt: at,
  failingSince: at,
  formerSecretUntil: null,
  pending: 2,
};
const attempt = { at, attempt: 1, durationMs: 84, responseStatus: 500, error: null, response: '<b>hỏng</b>' };
const sent = {
  id: 'msg_1',
  type: 'account.locked',
  status: 'failed',
  attempts: 1,
  lastStatus: 500,
  createdAt: at,
  nextAttemptAt: null,
} as const;

const open = (path: string) =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/webhooks" element={<WebhooksPage />} />
      <Route path="/apps/:appId/webhooks/:webhookId" element={<WebhookPage />} />
    </Routes>,
    person,
    path,
  );
const bodyOf = (endpoint: string) => network().calls.find((call) => call.endpoint === endpoint)?.body;

describe('the webhook pages', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('apps'));

  test('show a new webhook’s secret until the user has stored it', async () => {
    network().on(list, () => data([]));
    network().on('POST /vid/api/apps/:appId/webhooks', () => data({ id: 'whk_1', secret: 'whsec_abc' }));
    const user = open('/apps/app_1/webhooks');
    expect(await screen.findByText('Chưa có webhook nào')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Thêm webhook' }));
    const address = await screen.findByLabelText(/^Địa chỉ nhận tin/);
    expect(screen.queryByText('Chưa có webhook nào')).toBeNull();
    await user.type(address, 'https://shop.example.vn/hook');
    await user.click(screen.getByRole('button', { name: 'Thêm webhook' }));
    const events = { name: 'Sự kiện', description: 'Vui lòng chọn ít nhất một sự kiện.' };
    expect(await screen.findByRole('group', events)).toBeDefined();
    await user.click(screen.getByLabelText(/^Tài khoản bị khóa/));
    expect(screen.queryByText(events.description)).toBeNull();
    expect(screen.queryByRole('group', events)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Thêm webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('whsec_abc')).toBeDefined();
    expect(bodyOf('POST /vid/api/apps/app_1/webhooks')).toEqual({
      url: 'https://shop.example.vn/hook',
      description: '',
      events: ['account.locked'],
    });
    await user.click(dialog.getByRole('button', { name: 'Sao chép khóa' }));
    expect(await navigator.clipboard.readText()).toBe('whsec_abc');
    await user.click(dialog.getByRole('button', { name: 'Tôi đã lưu khóa' }));
    expect(screen.queryByText('whsec_abc')).toBeNull();
    expect(await screen.findByText('Chưa có webhook nào')).toBeDefined();
  });

  test('show the list of webhooks when a new webhook is cancelled', async () => {
    network().on(list, () => data([webhook]));
    const user = open('/apps/app_1/webhooks');
    await user.click(await screen.findByRole('button', { name: 'Thêm webhook' }));
    await user.click(await screen.findByRole('button', { name: 'Hủy' }));
    expect(screen.getAllByRole('link', { name: webhook.url })).not.toHaveLength(0);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  const base = '/vid/api/apps/:appId/webhooks/:webhookId';
  test.each([
    ['Tắt webhook', `POST ${base}/status`],
    ['Gửi tin thử', `POST ${base}/test`],
    ['Gửi lại các tin chưa nhận trong 7 ngày qua', `POST ${base}/replay`],
    ['Tạo khóa mới', `POST ${base}/secret`],
    ['Tạo khóa mới và hủy khóa cũ ngay', `POST ${base}/secret`],
  ] as const)('say why the action “%s” was refused', async (name, endpoint) => {
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [], next: null }));
    await expectRefusedPress(open('/apps/app_1/webhooks/whk_1'), endpoint, name);
  });

  test('disable and enable a webhook with one press', async () => {
    let status: WebhookDetail['status'] = 'active';
    network().on(one, () => data({ ...webhook, status }));
    network().on(messages, () => data({ items: [], next: null }));
    network().on('POST /vid/api/apps/:appId/webhooks/:webhookId/status', ({ body }) => {
      expect(body).toEqual({ status: status === 'active' ? 'disabled' : 'active' });
      status = status === 'active' ? 'disabled' : 'active';
      return data(true);
    });
    const user = open('/apps/app_1/webhooks/whk_1');
    await user.click(await screen.findByRole('button', { name: 'Tắt webhook' }));
    await user.click(await screen.findByRole('button', { name: 'Bật lại' }));
    expect(await screen.findByRole('button', { name: 'Tắt webhook' })).toBeDefined();
  });

  test('send the undelivered messages of the last seven days again', async () => {
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [], next: null }));
    network().on('POST /vid/api/apps/:appId/webhooks/:webhookId/replay', () => data({ count: 2 }));
    const user = open('/apps/app_1/webhooks/whk_1');
    const earliest = Date.now() - 7 * 86_400_000;
    await user.click(await screen.findByRole('button', { name: /^Gửi lại các tin/u }));
    await waitFor(() => expect(useCommon.getState().displayMessage).toBe('webhooks.replay.done'));
    const body = bodyOf('POST /vid/api/apps/app_1/webhooks/whk_1/replay');
    expect(body).toEqual({ since: expect.any(String), onlyUndelivered: true });
    const late = Date.parse(String(Reflect.get(Object(body), 'since'))) - earliest;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(3_600_000);
  });

  test('send one message again from its dialog', async () => {
    const again = 'POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay';
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [sent], next: null }));
    network().on(message, () => data({ ...sent, body: '{}', attemptList: [] }));
    const user = open('/apps/app_1/webhooks/whk_1');
    await user.click((await screen.findAllByRole('button', { name: 'Tài khoản bị khóa' }))[0]!);
    expect(await screen.findByText('Chưa gửi lần nào.')).toBeDefined();
    await expectRefusedPress(user, again, 'Gửi lại');
    network().on(again, () => data(true));
    await user.click(screen.getByRole('button', { name: 'Gửi lại' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useCommon.getState().displayMessage).toBe('webhooks.replay.one');
  });

  test('use separate endpoints and paths for the association’s webhooks', async () => {
    network().on('GET /vid/api/admin/webhooks', () => data([webhook]));
    network().on('GET /vid/api/admin/webhooks/:webhookId', () => data(webhook));
    network().on('GET /vid/api/admin/webhooks/:webhookId/messages', () => data({ items: [], next: null }));
    network().on('DELETE /vid/api/admin/webhooks/:webhookId', () => data(true));
    const user = renderPage(
      <Routes>
        <Route path="/admin/webhooks" element={<WebhooksPage />} />
        <Route path="/admin/webhooks/:webhookId" element={<WebhookPage />} />
      </Routes>,
      person,
      '/admin/webhooks',
    );
    expect(await screen.findByText(/của Hội/u)).toBeDefined();
    await user.click(screen.getAllByRole('link', { name: webhook.url })[0]!);
    const back = await screen.findByRole('link', { name: 'Danh sách webhook' });
    expect(back.getAttribute('href')).toBe('/admin/webhooks');
    await user.click(await screen.findByRole('button', { name: 'Xóa webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'shop.example.vn{Enter}');
    expect((await screen.findAllByRole('link', { name: webhook.url })).length).toBeGreaterThan(0);
    expect(bodyOf('DELETE /vid/api/admin/webhooks/whk_1')).toBeNull();
  });

  test('F3 show the response to a delivery attempt as plain text', async () => {
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [sent], next: null }));
    network().on(message, () => data({ ...sent, body: '{"type":"account.locked"}', attemptList: [attempt] }));
    network().on('POST /vid/api/apps/:appId/webhooks/:webhookId/test', () =>
      data({ ...attempt, responseStatus: null, error: 'timeout', response: '' }),
    );
    const user = open('/apps/app_1/webhooks/whk_1');
    expect(await screen.findByText('Đang lỗi')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Gửi tin thử' }));
    expect(await screen.findByText('Không phản hồi trong 5 giây')).toBeDefined();
    const [first] = await screen.findAllByRole('button', { name: 'Tài khoản bị khóa' });
    if (!first) throw new Error('no message');
    await user.click(first);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('<b>hỏng</b>')).toBeDefined();
  });

  test('show that an unsent message was sent 0 times', async () => {
    network().on(one, () => data(webhook));
    network().on(messages, () =>
      data({ items: [{ ...sent, status: 'pending', attempts: 0, lastStatus: null }], next: null }),
    );
    open('/apps/app_1/webhooks/whk_1');
    const cards = within(await screen.findByRole('list', { name: 'Nhật ký gửi' }));
    expect(cards.getByText('Số lần gửi').parentElement?.textContent).toBe('Số lần gửi 0');
  });

  test('explain that VID follows no redirect of a receiver', async () => {
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [], next: null }));
    network().on('POST /vid/api/apps/:appId/webhooks/:webhookId/test', () =>
      data({ ...attempt, responseStatus: 301, error: null, response: '' }),
    );
    const user = open('/apps/app_1/webhooks/whk_1');
    await user.click(await screen.findByRole('button', { name: 'Gửi tin thử' }));
    expect(await screen.findByText(/nhưng VID không gửi tiếp đến đó/)).toBeDefined();
  });

  test('say that the settings are saved, until they are changed again', async () => {
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [], next: null }));
    network().on('PATCH /vid/api/apps/:appId/webhooks/:webhookId', () => data(true));
    const user = open('/apps/app_1/webhooks/whk_1');
    const description = await screen.findByLabelText(/^Mô tả/);
    await user.type(description, 'A');
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    expect(await screen.findByText('Đã lưu thay đổi.')).toBeDefined();
    await user.type(description, 'B');
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
  });

  test('do not say that refused settings are saved', async () => {
    const change = 'PATCH /vid/api/apps/:appId/webhooks/:webhookId';
    network().on(one, () => data(webhook));
    network().on(messages, () => data({ items: [], next: null }));
    network().on(change, () => data(true));
    const user = open('/apps/app_1/webhooks/whk_1');
    const description = await screen.findByLabelText(/^Mô tả/);
    const save = screen.getByRole('button', { name: 'Lưu thay đổi' });
    await user.click(save);
    expect(await screen.findByText('Đã lưu thay đổi.')).toBeDefined();
    network().on(change, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    await user.click(save);
    expect(await screen.findByText('Không có.')).toBeDefined();
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
    const answer = Promise.withResolvers<void>();
    network().on(change, async () => {
      await answer.promise;
      return data(true);
    });
    await user.click(save);
    await user.type(description, 'B');
    answer.resolve();
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByText('Đã lưu thay đổi.')).toBeNull();
  });

  test('report a webhook of another application as not found', async () => {
    network().on(one, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    network().on(messages, () => refusal(404, { error: 'Không có.', message: 'NOT_FOUND' }));
    open('/apps/app_1/webhooks/foreign');
    expect(await screen.findByText('Không tìm thấy webhook')).toBeDefined();
  });

  describe('pages', () => {
    testShownPages(
      {
        'the webhooks': {
          path: '/apps/app_1/webhooks',
          answers: () =>
            network().on(list, () => data([webhook, { ...webhook, id: 'whk_2', status: 'disabled' }])),
        },
        'the form of a webhook': {
          path: '/apps/app_1/webhooks',
          answers: () => network().on(list, () => data([])),
          steps: (press) => press('Thêm webhook'),
        },
        'a webhook that fails': {
          answers: () => {
            network().on(one, () => data(webhook));
            network().on(messages, () =>
              data({
                items: [
                  sent,
                  { ...sent, id: 'msg_2', status: 'pending', lastStatus: null, nextAttemptAt: at },
                ],
                next: null,
              }),
            );
          },
        },
        'a disabled webhook with a former secret': {
          answers: () => {
            network().on(one, () =>
              data({ ...webhook, status: 'disabled', failingSince: null, formerSecretUntil: at, pending: 0 }),
            );
            network().on(messages, () => data({ items: [], next: null }));
          },
        },
        'the attempts of a message': {
          answers: () => {
            network().on(one, () => data(webhook));
            network().on(messages, () => data({ items: [sent], next: null }));
            network().on(message, () => data({ ...sent, body: '{}', attemptList: [attempt] }));
          },
          steps: (press) => press('Tài khoản bị khóa'),
          of: 'dialog',
        },
      },
      ({ path = '/apps/app_1/webhooks/whk_1' }) => open(path),
    );
  });
});
