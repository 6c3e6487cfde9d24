import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const rules = join(import.meta.dirname, 'alerts.yml');
const run = promisify(execFile);

/** Values per series, one value a minute, in the notation of `promtool test rules`. */
type Series = Readonly<Record<string, string>>;
type Case = { readonly fires: Series; readonly quiet: Series };

const always = (series: string, fires: number, quiet: number): Case => ({
  fires: { [series]: `${fires}x180` },
  quiet: { [series]: `${quiet}x180` },
});
const rising = (series: string, fires: number, quiet: number): Case => ({
  fires: { [series]: `0+${fires}x180` },
  quiet: { [series]: `0+${quiet}x180` },
});

const duration = 'vid_http_request_duration_seconds';
const signIn = 'method="POST",route="/vid/ajax/auth/login/phone"';
const me = 'method="GET",route="/vid/ajax/auth/me",status="200"';

/** Returns the series of a request histogram from the requests per minute, by upper bound in seconds. */
const requests = (labels: string, counts: Readonly<Record<string, number>>): Series =>
  Object.fromEntries([
    ...Object.entries(counts).map(([le, count]) => [
      `${duration}_bucket{${labels},le="${le}"}`,
      `0+${count}x180`,
    ]),
    [`${duration}_count{${labels}}`, `0+${counts['+Inf'] ?? 0}x180`],
  ]);
const answers = (ok: number, failed: number): Series => ({
  [`${duration}_count{${signIn},status="200"}`]: `0+${ok}x180`,
  [`${duration}_count{${signIn},status="503"}`]: `0+${failed}x180`,
});
const share = (one: string, first: readonly number[], other: string, second: readonly number[]): Case => ({
  fires: { [one]: `0+${first[0]}x180`, [other]: `0+${second[0]}x180` },
  quiet: { [one]: `0+${first[1]}x180`, [other]: `0+${second[1]}x180` },
});

/** Series for which each alert fires or stays quiet. `time()` is 7200 s at the evaluation. */
const cases: Readonly<Record<string, Case>> = {
  VidDown: always('up{job="vid"}', 0, 1),
  VidRestarting: {
    fires: { vid_started_seconds: '100x100 200x4 300x4 400x80' },
    quiet: { vid_started_seconds: '100x100 200x80' },
  },
  VidDatabaseDown: always('vid_database_up', 0, 1),
  VidWritesStalled: always('vid_database_writes_stalled', 1, 0),
  VidReplicaLate: always('vid_database_replica_delay_seconds', 31, 30),
  VidStorageFull: always('vid_storage_writable', 0, 1),
  VidDiskNearlyFull: {
    fires: {
      vid_data_free_ratio: '0.5x180',
      'node_filesystem_avail_bytes{job="vid-database",mountpoint="/"}': '19x180',
      'node_filesystem_size_bytes{job="vid-database",mountpoint="/"}': '100x180',
    },
    quiet: { vid_data_free_ratio: '0.2x180' },
  },
  VidDatabasePoolFull: {
    fires: { vid_database_waiting: '3x180' },
    quiet: { vid_database_waiting: '9 0x180' },
  },
  VidSignInErrors: { fires: answers(90, 10), quiet: answers(98, 2) },
  VidSignInSuccessLow: share(
    'vid_sign_in_total{method="password",event="ok"}',
    [4, 6],
    'vid_sign_in_total{method="password",event="failed"}',
    [6, 4],
  ),
  VidSignInSlow: {
    fires: requests(`${signIn},status="200"`, { '1': 90, '2': 95, '5': 100, '+Inf': 100 }),
    quiet: requests(`${signIn},status="200"`, { '1': 90, '2': 100, '5': 100, '+Inf': 100 }),
  },
  VidWhoAmISlow: {
    fires: requests(me, { '0.1': 90, '0.25': 95, '0.5': 100, '+Inf': 100 }),
    quiet: requests(me, { '0.1': 90, '0.25': 100, '0.5': 100, '+Inf': 100 }),
  },
  VidPasswordAttack: always('vid_password_attack', 1, 0),
  VidSignInsRefusedByLoad: rising('vid_hash_refused', 1, 0),
  VidErrors: rising(`${duration}_count{method="GET",route="/vid/web/*",status="500"}`, 1, 0),
  VidContentPolicyViolated: rising('vid_csp_reports_total{directive="img-src"}', 1, 0),
  VidCodesNotUsed: share(
    'vid_otp_total{purpose="signin",event="verified"}',
    [5, 7],
    'vid_otp_total{purpose="signin",event="requested"}',
    [10, 10],
  ),
  VidSmsFailing: share('vid_sms_total{event="sent"}', [2, 8], 'vid_sms_total{event="failed"}', [8, 2]),
  VidSmsBreakerOpen: always('vid_sms_breaker_open', 1, 0),
  VidSmsCeilingNear: always('vid_sms_ceiling_used_percent', 80, 79),
  VidSmsCeilingReached: always('vid_sms_ceiling_used_percent', 100, 99),
  VidSmsBalanceLow: always('vid_sms_balance_low', 1, 0),
  VidCodesUnanswered: rising('vid_otp_limited_total{limit="unanswered"}', 1, 0),
  VidCodesGuessed: rising('vid_otp_total{purpose="signin",event="refused"}', 4, 3),
  VidZaloTokenEnds: always('vid_zalo_token_seconds', 14_000, 21_600),
  VidJobsStalled: always('vid_jobs_up', 0, 1),
  VidJobsLate: always('vid_jobs_oldest_due_seconds', 121, 120),
  VidJobFails: share(
    'vid_job_failures_total{task="purge"}',
    [1, 0],
    'vid_job_failures_total{task="logout"}',
    [0, 9],
  ),
  VidJobEndsUnconfirmed: {
    fires: { vid_job_ends_unconfirmed_total: '0+1x180', vid_database_up: '1x180' },
    quiet: { vid_job_ends_unconfirmed_total: '0+1x180', vid_database_up: '0x180' },
  },
  VidMessagesLate: {
    fires: { 'vid_deliveries_overdue_seconds{kind="sms"}': '0+60x180' },
    // A mail that is retried for an hour is due for some seconds before each attempt.
    quiet: {
      'vid_deliveries_oldest_seconds{kind="mail"}': '0+60x63 0x120',
      'vid_deliveries_overdue_seconds{kind="mail"}': '0x15 5 0x15 5 0x31 5 0x120',
    },
  },
  VidDeliveriesPileUp: always('vid_deliveries_waiting{kind="webhook"}', 5_001, 5_000),
  VidMailFailing: share('vid_mail_total{event="sent"}', [2, 8], 'vid_mail_total{event="failed"}', [8, 2]),
  VidAuditChainBroken: always('vid_audit_chain_broken', 1, 0),
  VidAuditStreamLate: always('vid_audit_stream_lag_seconds', 901, 900),
  VidBackupOld: always('vid_backup_timestamp_seconds', -172_000, -100_000),
  VidCertificateEnds: always('probe_ssl_earliest_cert_expiry{job="vid-https"}', 1_209_000, 1_220_000),
};

async function evaluate(name: string, series: Series, isFiring: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vid-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'test.yml');
  // JSON is YAML too.
  const test = {
    rule_files: [rules],
    evaluation_interval: '15s',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([labels, values]) => ({ series: labels, values })),
        promql_expr_test: [
          {
            expr: `count by (alertname) (ALERTS{alertname="${name}", alertstate="firing"})`,
            eval_time: '2h',
            exp_samples: isFiring ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [],
          },
        ],
      },
    ],
  };
  await writeFile(file, JSON.stringify(test));
  return (await run('promtool', ['test', 'rules', file])).stdout;
}

it('promtool accepts the Prometheus configuration and the alert rules', async () => {
  const { stdout } = await run('promtool', ['check', 'config', join(import.meta.dirname, 'prometheus.yml')]);
  expect(stdout).toContain('SUCCESS');
});

it('every alert rule names an existing section of docs/operations.md', async () => {
  const links = [...(await readFile(rules, 'utf8')).matchAll(/runbook: docs\/operations\.md#(.+)/gu)];
  const text = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const anchors = [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
  expect(links).toHaveLength(Object.keys(cases).length);
  expect(links.map(([, anchor]) => anchor).filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
});

it('every alert rule has a test case', async () => {
  const names = [...(await readFile(rules, 'utf8')).matchAll(/- alert: (\w+)/gu)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(cases));
});

it.each(Object.entries(cases))(
  '%s fires on the series of its failure, and not on normal series',
  async (name, { fires, quiet }) => {
    expect(await evaluate(name, fires, true)).toContain('SUCCESS');
    expect(await evaluate(name, quiet, false)).toContain('SUCCESS');
  },
);

it('VidSignInErrors does not fire during maintenance', async () => {
  const series = { ...answers(90, 10), vid_maintenance: '1x180' };
  expect(await evaluate('VidSignInErrors', series, false)).toContain('SUCCESS');
});

it.each([
  ['VidAuditStreamLate', 'vid_audit_stream_lag_seconds', 901],
  ['VidZaloTokenEnds', 'vid_zalo_token_seconds', 14_000],
])('%s does not fire for a copy of the database', async (name, metric, value) => {
  const of = (instance: string, isCopy: 0 | 1): Series => ({
    [`${metric}{instance="${instance}"}`]: `${value}x180`,
    [`vid_database_copy{instance="${instance}"}`]: `${isCopy}x180`,
  });
  expect(await evaluate(name, of('copy', 1), false)).toContain('SUCCESS');
  expect(await evaluate(name, { ...of('copy', 1), ...of('original', 0) }, true)).toContain('SUCCESS');
});

it('promtool accepts the queries of the dashboard', async () => {
  const dashboard = await readFile(join(import.meta.dirname, '../grafana/vid.json'), 'utf8');
  const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/gu)].map(([, text = '']) =>
    String(JSON.parse(text)).replaceAll('$__rate_interval', '5m'),
  );
  expect(queries.length).toBeGreaterThan(20);
  const folder = await mkdtemp(join(tmpdir(), 'vid-dashboard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'rules.yml');
  const records = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
  await run('promtool', ['check', 'rules', file]);
});
