import {
  authorizationPath,
  signedIn,
  SsoBrowser,
  startSsoServer,
  pkce,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '#cli/testing/operator.ts';
import { done } from '#diagnosis/attempts/attempt.ts';
import { endVidProcesses, startCommand } from '#process/testing/vid-process.ts';

const redirectUri = 'https://shop.example.vn/cb';
let server: SsoServer;
let operator: Operator;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server, server.origin);
  await operator.ok('application', 'add', 'shop', '--name', 'Shop', '--first-party');
  const add = ['application', 'client-add', 'shop', '--kind'];
  await operator.ok(...add, 'web', '--id', 'shop-web', '--redirect', redirectUri);
  await operator.ok(...add, 'machine', '--id', 'shop-job');
});
afterAll(async () => {
  await endVidProcesses();
  await operator.close();
  await server.close();
});

const vid = (...line: readonly string[]) => operator.vid(...line);
const ok = (...line: readonly string[]) => operator.ok(...line);
const attempts = () => ok('sso', 'attempts', 'shop-web');
const authorize = (browser: SsoBrowser, address = redirectUri) =>
  browser.visit(
    authorizationPath({ clientId: 'shop-web', redirectUri: address, challenge: pkce().challenge }),
  );

describe('the sso attempts command', () => {
  it('prints the last sign-ons with their steps and errors', async () => {
    expect(await attempts()).toBe('No sign-ins in the last three days.');
    const { browser } = await signedIn(server);
    await authorize(browser, `${redirectUri}/`);
    await expect.poll(attempts).toContain('redirect');
    expect((await attempts()).split('\n').slice(1)).toEqual([
      '  request   done',
      '  redirect  failed  redirectMismatch (invalid_redirect_uri)',
      `    sent        ${redirectUri}/`,
      `    expected    ${redirectUri}`,
      '    difference  slash',
    ]);
    expect(JSON.parse(await ok('sso', 'attempts', 'shop-web', '--json'))).toMatchObject([
      { protocol: 'openid', steps: [{ step: 'request' }, { step: 'redirect', state: 'failed' }] },
    ]);
  });

  it('V2 prints no control characters that an untrusted request contains', async () => {
    await authorize(new SsoBrowser(server.origin), 'https://x.test/\u001b]0;title\u0007');
    await expect.poll(attempts).toContain(String.raw`sent        https://x.test/\u{1b}]0;title\u{7}`);
  });

  it('prints a sign-on again after its next step with --follow', async () => {
    const following = startCommand(
      ['sso', 'attempts', 'shop-job', '--follow', '--json'],
      operator.environment,
    );
    const { attempts: log } = server.deps;
    const link = 'a-link';
    log.begin({ clientId: 'shop-job', protocol: 'machine', links: [link], steps: done('request') });
    const steps = () =>
      following.lines.map((line) => JSON.parse(line).steps?.map(({ step }: { step: string }) => step));
    await expect.poll(steps, { timeout: 20_000 }).toEqual([['request']]);
    log.continue({ clientId: 'shop-job', link, steps: done('token') });
    await expect.poll(steps).toEqual([['request'], ['request', 'token']]);
    await following.stop('SIGINT');
    expect(following.child.signalCode).toBe('SIGINT');
  });

  it.each([
    [['attempts', 'none'], 1, 'NOT_FOUND'],
    [['attempts', 'none', '--follow'], 1, 'NOT_FOUND'],
    [['check', 'none'], 1, 'NOT_FOUND'],
    [['check', 'shop-web', '--follow'], 64, 'USAGE'],
    [['attempts'], 64, 'USAGE'],
  ])('with the arguments %j ends with exit code %i and the code %s', async (line, code, message) => {
    const result = await vid('sso', ...line, '--json');
    expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
  });
});

describe('the sso check command', () => {
  it('reports a wrong setting of a client with exit code 1', async () => {
    const { code, text } = await vid('sso', 'check', 'shop-web');
    expect([code, text]).toEqual([0, expect.stringContaining('good     status       active')]);
    await ok('application', 'client-disable', 'shop-web');
    const wrong = await vid('sso', 'check', 'shop-web', '--json');
    await ok('application', 'client-enable', 'shop-web');
    expect([wrong.code, JSON.parse(wrong.text)[0]]).toMatchObject([
      1,
      { check: 'status', state: 'bad', reason: 'clientDisabled' },
    ]);
  });
});
