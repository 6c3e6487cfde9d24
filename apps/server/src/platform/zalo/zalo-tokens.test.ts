import { createAdmin } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { startZaloSink } from '@vid/testkit/outside/zalo-sink';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
} from 'vitest';
import { createHost } from '#cli/command.ts';
import { runCommand } from '#cli/run.ts';
import { createOperator } from '#cli/testing/operator.ts';
import { renewalPolicy } from './zalo-renewal.policy.ts';
import { createZaloTokensRepo } from './zalo-tokens.repo.ts';

let zalo: Awaited<ReturnType<typeof startZaloSink>>;
let server: TestServer;
let twin: TestServer;

beforeAll(async () => {
  zalo = await startZaloSink();
  server = await startTestServer(inject('cluster'), {
    environment: { ...zalo.environment, VID_SMS_URL: 'http://127.0.0.1:9/' },
  });
});
afterAll(async () => {
  await server.close();
  await zalo.close();
});

const tokensOf = ({ deps }: TestServer) => {
  if (!deps.zaloTokens) throw new Error('Zalo ZNS is not configured');
  return deps.zaloTokens;
};
const renew = (at = server) => tokensOf(at).renew();
const current = (at = server) => tokensOf(at).current();

beforeEach(async () => {
  // A new server has no tokens in its memory.
  twin = await server.twin();
  zalo.behaveOnExchange('answer');
  zalo.allow('given');
  await tokensOf(server).connect('given');
  zalo.exchanges.length = 0;
});
afterEach(() => twin.close());

const endIn = (hours: number) => server.deps.sql`
  update zalo_tokens set access_ends_at = now() + make_interval(hours => ${hours}), lease_until = null`;

async function row() {
  const [found] = await server.deps.sql`
    select generation, failure, refused_at is not null as is_refused, lease_until is not null as is_held,
      sealed_former_token is not null as has_former from zalo_tokens`;
  return found;
}

describe('the Zalo tokens', () => {
  it('are renewed once by one of several processes', async () => {
    const before = await current(twin);
    await renew();
    expect(zalo.exchanges).toEqual([]);
    expect(server.deps.schedules.find(({ name }) => name === 'renew-zalo-tokens')?.everyMinutes).toBe(10);
    await endIn(6);
    await Promise.all([renew(), renew(twin), renew()]);
    expect(zalo.exchanges).toHaveLength(1);
    await endIn(-1);
    await renew();
    expect(await current(twin)).toBe(before);
    const other = await server.twin();
    expect(await current(other)).not.toBe(before);
    await other.close();
  });

  it('are stored sealed', async () => {
    const [stored] = await server.deps.sql<{ text: string }[]>`select t::text as text from zalo_tokens t`;
    const token = await current(twin);
    expect(stored?.text).not.toContain(Buffer.from(String(token)).toString('hex'));
  });

  it('are renewed with the same refresh token after a cut connection', async () => {
    await endIn(1);
    zalo.behaveOnExchange('cut');
    await renew();
    expect(await row()).toMatchObject({ isRefused: false, isHeld: false, failure: expect.any(String) });
    zalo.behaveOnExchange('answer');
    await renew();
    expect(new Set(zalo.exchanges).size).toBe(1);
    expect(zalo.exchanges).toHaveLength(2);
    expect(await row()).toMatchObject({ isRefused: false, failure: null, hasFormer: true });
    expect(await tokensOf(server).isConnected()).toBe(true);
  });

  it('are renewed with the former refresh token after a refusal', async () => {
    await endIn(1);
    await renew();
    const [former = ''] = zalo.exchanges;
    await endIn(1);
    zalo.behaveOnExchange('lost');
    await renew();
    const used = zalo.exchanges.at(-1);
    // Zalo accepts the former token, because the response with the current token did not arrive.
    zalo.allow(former);
    zalo.behaveOnExchange('answer');
    await renew();
    expect(zalo.exchanges).toEqual([former, used, used, former]);
    expect(await row()).toMatchObject({ isRefused: false, failure: null });
  });

  it('are reported as disconnected if Zalo refuses both refresh tokens', async () => {
    const { browser: admin } = await createAdmin(server);
    const shown = async () => (await admin.get('/vid/api/admin/attention')).data['operation'];
    const operator = await createOperator(inject('cluster'), server);
    onTestFinished(() => operator.close());
    const environment = { ...operator.environment, ...zalo.environment, VID_SMS_URL: 'http://127.0.0.1:9/' };
    const vid = async (input: string, ...line: readonly string[]) => {
      const lines: string[] = [];
      const keep = (text: string): void => void lines.push(text);
      const host = { ...createHost(environment), output: { out: keep, err: keep }, input: async () => input };
      return { code: await runCommand(line, host), text: lines.join('\n') };
    };
    await endIn(1);
    await renew();
    await endIn(1);
    zalo.behaveOnExchange('lost');
    await renew();
    expect(await shown()).toEqual([]);
    zalo.behaveOnExchange('answer');
    await renew();
    expect(await row()).toMatchObject({ isRefused: true, failure: 'error -14020' });
    expect(await shown()).toEqual([{ kind: 'zalo-disconnected', detail: '' }]);
    expect((await vid('', 'doctor')).text).toMatch(/^warn +VID has no refresh token.*\n.*zalo connect/mu);

    expect((await vid('wrong', 'zalo', 'connect')).text).toContain('Zalo refused the refresh token');
    expect((await vid('', 'zalo', 'connect')).code).toBe(64);
    expect((await vid('', 'zalo', 'connect', 'token')).code).toBe(64);
    zalo.allow('from the operator');
    expect(await vid('from the operator\n', 'zalo', 'connect')).toEqual({
      code: 0,
      text: 'The Official Account is connected.',
    });
    expect(await shown()).toEqual([]);
    expect(await row()).toMatchObject({ isRefused: false, hasFormer: false });
    expect((await vid('', 'doctor')).text).not.toContain('zalo connect');
  });

  it('are not overwritten by a renewal during which the account was connected', async () => {
    await endIn(1);
    zalo.allow('newer');
    zalo.beforeAnswer(async () => void (await tokensOf(twin).connect('newer')));
    await renew();
    expect(zalo.exchanges).toHaveLength(2);
    expect(await row()).toMatchObject({ isHeld: false, hasFormer: false });
    await endIn(1);
    await renew();
    expect(await row()).toMatchObject({ isRefused: false, failure: null, hasFormer: true });
  });

  it('are renewed soon, and read again, after Zalo refuses them', async () => {
    const { sql, schedules } = server.deps;
    const name = 'renew-zalo-tokens';
    expect(schedules.map((schedule) => schedule.name)).toContain(name);
    await sql`insert into scheduled_tasks (name, due_at) values (${name}, now() + interval '1 hour')`;
    onTestFinished(async () => void (await sql`delete from scheduled_tasks`));
    const token = String(await current(twin));
    tokensOf(twin).refuse(token);
    await twin.deps.background.idle();
    expect(await sql`select name from scheduled_tasks where due_at <= now()`).toEqual([{ name }]);
    expect(await current(twin)).toBeUndefined();
    await renew();
    expect(await current(twin)).not.toBe(token);
  });

  it('stay valid if Zalo refuses the older tokens of another process', async () => {
    const other = await server.twin();
    const older = String(await current(other));
    await endIn(1);
    await renew();
    const newer = await current(twin);
    tokensOf(other).refuse(older);
    await other.deps.background.idle();
    expect(await current(other)).toBe(newer);
    expect(newer).not.toBe(older);
    await other.close();
  });

  it('are kept if Zalo refuses another token', async () => {
    const token = String(await current(twin));
    tokensOf(twin).refuse('another');
    await twin.deps.background.idle();
    expect(await current(twin)).toBe(token);
    expect(await row()).toMatchObject({ generation: expect.any(Number) });
    const { sql } = server.deps;
    expect(await sql`select from zalo_tokens where access_ends_at > now() + interval '1 hour'`).toHaveLength(
      1,
    );
  });

  it('can be renewed elsewhere a minute after the renewing process died', () =>
    atOneMoment(server, async (tx) => {
      const repo = createZaloTokensRepo(tx);
      const endAfter = (seconds: number) =>
        tx`update zalo_tokens set access_ends_at = now() + make_interval(secs => ${seconds})`;
      await endAfter(renewalPolicy.secondsBeforeEnd + 1);
      expect(await repo.claimRenewal()).toBeUndefined();
      await endAfter(renewalPolicy.secondsBeforeEnd);
      expect(await repo.claimRenewal()).toBeDefined();
      expect(await repo.claimRenewal()).toBeUndefined();
      expect(await tx`select lease_until - now() = interval '1 minute' as ok from zalo_tokens`).toEqual([
        { ok: true },
      ]);
      await tx`update zalo_tokens set lease_until = now()`;
      expect(await repo.claimRenewal()).toBeDefined();
    }));

  it('keep the time of the first refusal until renewed or reconnected', () =>
    atOneMoment(server, async (tx) => {
      const repo = createZaloTokensRepo(tx);
      const [found] = await tx<{ generation: number }[]>`select generation from zalo_tokens`;
      const { generation = 0 } = found ?? {};
      const sealed = Buffer.of(1);
      const tokens = { sealedAccessToken: sealed, sealedRefreshToken: sealed, expiresInSeconds: 60 };
      const state = async () => {
        const [now] = await tx`
          select failure, refused_at is null as is_fine, (now() - refused_at)::text as refused, lease_until
          from zalo_tokens`;
        return now;
      };
      const fine = { failure: null, isFine: true, refused: null, leaseUntil: null };
      await repo.storeFailure(generation - 1, 'other', true);
      expect(await state()).toEqual(fine);
      await repo.storeFailure(generation, 'error -1', true);
      await tx`update zalo_tokens set refused_at = now() - interval '1 hour'`;
      await repo.storeFailure(generation, 'error -2', true);
      const refused = { ...fine, isFine: false, refused: '01:00:00' };
      expect(await state()).toEqual({ ...refused, failure: 'error -2' });
      await repo.storeFailure(generation, 'timeout', false);
      expect(await state()).toEqual({ ...refused, failure: 'timeout' });
      expect(await repo.isConnected()).toBe(false);
      await repo.storeRenewal(generation, tokens, sealed);
      expect(await state()).toEqual(fine);
      await repo.storeFailure(generation + 1, 'error -3', true);
      await repo.connect(tokens);
      expect(await state()).toEqual(fine);
      expect(await tx`select sealed_former_token from zalo_tokens`).toEqual([{ sealedFormerToken: null }]);
      expect(await repo.endAccessToken(tx, generation + 1)).toBe(false);
      expect(await repo.endAccessToken(tx, generation + 2)).toBe(true);
      expect(await repo.endAccessToken(tx, generation + 2)).toBe(false);
    }));

  it('are not renewed from a copy of the database', async () => {
    const { sql } = server.deps;
    await endIn(1);
    await sql`insert into installation (identity) values ('1/1')`;
    onTestFinished(async () => void (await sql`delete from installation`));
    const copy = await server.twin();
    await renew(copy);
    expect(zalo.exchanges).toEqual([]);
    await copy.close();
  });
});
