import type { Config } from '#config/config.ts';
import type { FirstAdministrator } from '#operations/seeds/seeds.service.ts';
import type { ExampleOrigins } from './evaluation/examples.ts';

type BannerInput = {
  readonly config: Config;
  readonly port: number;
  readonly startedInMs: number;
  readonly administrator: FirstAdministrator | undefined;
  readonly examples: ExampleOrigins | undefined;
};

export function formatBanner({ config, port, startedInMs, administrator, examples }: BannerInput): string {
  const origin =
    config.publicUrl.port === String(port) ? config.publicUrl.origin : `http://localhost:${port}`;
  const rows: [string, string][] = [
    ['Start here', `${origin}/vid/dev/`],
    ['App', `${origin}/vid/web/`],
    ['Outbox (SMS, email, captchas)', `${origin}/vid/dev/outbox`],
    ...(config.docs === 'on' ? [['API reference', `${origin}/vid/docs`] satisfies [string, string]] : []),
  ];
  if (examples)
    rows.push(['Example with the SDK', examples.sdk], ['Example with OpenID Connect', examples.oidc]);
  if (administrator?.isNew) {
    rows.push(['Administrator', administrator.phone], ['Password (shown once)', administrator.password]);
    rows.push(['  stored in', administrator.file]);
  } else if (administrator) rows.push(['Administrator’s password', administrator.file]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    '',
    `  VID is ready (${(startedInMs / 1000).toFixed(1)} s).`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`),
    ...(administrator ? [`  ${'Sample members'.padEnd(width)}in the same file`] : []),
    '',
    '  EVALUATION MODE: for this machine only. The outbox shows every code and captcha answer.',
    '  To serve others, set VID_MODE=production (see docs/operations.md). Stop with Ctrl-C.',
    '',
    '',
  ].join('\n');
}
