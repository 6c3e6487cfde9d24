import {
  gatewayModes,
  startSampleGateways,
  type DeliveryReport,
  type GatewayMode,
} from '@vid/sample-providers/gateways';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEsms, readEsmsReport } from '#ports/sms/esms.ts';
import { createZns, openZaloEvent, readZnsReport } from '#ports/sms/zns.ts';
import { createZaloExchange } from '#ports/zalo-oauth.ts';
import { configOf } from '../environment/environment.ts';
import { withSampleGateways } from './sample-gateways.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(mode: GatewayMode) {
  const reports: DeliveryReport[] = [];
  const samples = await startSampleGateways({
    vidOrigin: 'http://localhost:8080',
    reportMs: { normal: 1, late: 1 },
    deliver: async (report) => reports.push(report),
  });
  opened.push(samples);
  const { settings } = samples;
  const url = new URL(settings['VID_ESMS_URL'] ?? '');
  const modes = new URL('modes', url);
  await fetch(modes, { method: 'PUT', body: JSON.stringify({ esms: mode, zns: mode, other: 'x' }) });
  expect(await (await fetch(modes)).json()).toEqual({ esms: mode, zns: mode });
  const message = {
    id: 'sms_1',
    to: '+84912345678',
    text: 'x'.repeat(161),
    locale: 'vi',
    purpose: 'signin',
  } as const;
  const esms = createEsms({
    url,
    apiKey: settings['VID_ESMS_API_KEY'] ?? '',
    secretKey: settings['VID_ESMS_SECRET_KEY'] ?? '',
    brandname: 'VID',
    reportUrl: () => new URL('http://localhost:8080/vid/hooks/sms/esms/secret'),
  });
  const zns = createZns({
    url,
    tokens: { current: async () => 'token', refuse: () => undefined },
    compose: async ({ code }) => ({ template: '1', data: { otp: code } }),
    reportSeconds: 20,
    price: 300,
  });
  return {
    reports,
    settings,
    byEsms: () => esms.send(message, { timeoutMs: 300 }),
    byZns: () => zns.send({ ...message, code: '012345' }, { timeoutMs: 300 }),
  };
}

describe.each(gatewayModes)('the sample gateways in the mode %s', (mode) => {
  it('respond like eSMS and Zalo', async () => {
    const { byEsms, byZns } = await start(mode);
    const expected = {
      normal: { outcome: 'accepted' },
      late: { outcome: 'accepted' },
      'no-report': { outcome: 'accepted' },
      broken: { outcome: 'channel-broken' },
      'no-balance': { outcome: 'channel-broken', cause: 'no-balance' },
      'no-answer': { outcome: 'unknown', cause: 'no-answer' },
    }[mode];
    expect(await byEsms()).toMatchObject(expected);
    expect(await byZns()).toMatchObject(expected);
  });
});

describe('the reports of the sample gateways', () => {
  it.each(['normal', 'late'] as const)('have the formats of eSMS and Zalo in the mode %s', async (mode) => {
    const { byEsms, byZns, reports, settings } = await start(mode);
    await byEsms();
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    const [esms] = reports;
    expect(esms?.url.pathname).toBe('/vid/hooks/sms/esms/secret');
    expect(readEsmsReport(Object.fromEntries(esms?.url.searchParams ?? []))).toMatchObject({
      smsId: 'sms_1',
      isDelivered: true,
      price: 1_440,
    });
    const sent = await byZns();
    await vi.waitFor(() => expect(reports).toHaveLength(2));
    const report = reports[1];
    expect(report?.url.href).toBe('http://localhost:8080/vid/hooks/zalo');
    const event = openZaloEvent({
      body: report?.init.body ?? '',
      signature: report?.init.headers?.['x-zevent-signature'],
      appId: settings['VID_ZNS_APP_ID'] ?? '',
      secret: settings['VID_ZNS_OA_SECRET'] ?? '',
    });
    expect(readZnsReport(event ?? {})).toEqual({
      smsId: 'sms_1',
      reference: sent.outcome === 'accepted' ? sent.reference : '',
      isDelivered: true,
      price: null,
    });
  });

  it('are not sent in the mode no-report', async () => {
    const { byEsms, byZns, reports } = await start('no-report');
    await byEsms();
    await byZns();
    // Wait for the report of a later message; a report of the earlier message would have arrived before it.
    const { byEsms: later, reports: others } = await start('normal');
    await later();
    await vi.waitFor(() => expect(others).toHaveLength(1));
    expect(reports).toEqual([]);
  });
});

const read = (environment: Readonly<Record<string, string>>) => ({
  environment,
  config: configOf(environment),
});

it('the sample gateways replace the outbox on request, but no real gateway', async () => {
  expect((await withSampleGateways(read({}))).config.smsChannels).toEqual([]);
  const started = await withSampleGateways(read({ VID_SAMPLE_GATEWAYS: 'on' }));
  opened.push(started);
  expect(started.config.smsChannels).toEqual(['zns', 'esms']);
  const real = { VID_SAMPLE_GATEWAYS: 'on', VID_SMS_URL: 'http://127.0.0.1:9/' };
  await expect(withSampleGateways(read(real))).rejects.toThrow('replaces real gateways');
});

it('the sample Zalo server renews tokens', async () => {
  const { settings } = await start('normal');
  const exchange = createZaloExchange({
    url: new URL(settings['VID_ZNS_TOKEN_URL'] ?? ''),
    appId: settings['VID_ZNS_APP_ID'] ?? '',
    appSecret: settings['VID_ZNS_APP_SECRET'] ?? '',
  });
  expect(await exchange('sample')).toMatchObject({
    outcome: 'renewed',
    tokens: { expiresInSeconds: 90_000 },
  });
});
