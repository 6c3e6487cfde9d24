import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '#cli/testing/operator.ts';

const redirectUri = 'https://shop.example.vn/cb';
let server: TestServer;
let operator: Operator;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  await operator.ok('application', 'add', 'shop');
  const add = ['application', 'client-add', 'shop', '--kind'];
  await operator.ok(
    ...add,
    'web',
    '--id',
    'shop-web',
    '--redirect',
    redirectUri,
    '--redirect',
    `${redirectUri}2`,
  );
  await operator.ok(...add, 'machine', '--id', 'shop-job');
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

const snippet = (...line: readonly string[]) => operator.ok('application', 'snippet', ...line);

it('“application snippet” prints the connection guide’s code with the client’s values', async () => {
  const text = await snippet('shop-web', '--framework', 'openidClient');
  expect(text).toMatch(/^# openid-client\n\n```sh\nnpm install /u);
  expect(text).toContain(redirectUri);
  expect(text).toContain('http://localhost:8080');
  expect(text).toContain('For another framework: --framework sdk|authJs|php|laravel|spring|apache');
  const json = JSON.parse(await snippet('shop-web', '--redirect', `${redirectUri}2`, '--json'));
  expect(json).toMatchObject({
    framework: 'sdk',
    files: expect.any(Array),
    redirectUri: `${redirectUri}2`,
  });
});

it.each([
  [['shop-job'], 1, 'NOT_FOUND'],
  [['none'], 1, 'NOT_FOUND'],
  [['shop-web', '--framework', 'rails'], 64, 'USAGE'],
  [['shop-web', '--redirect', 'https://evil.test/'], 64, 'USAGE'],
  [['shop-web', '--name', 'x'], 64, 'USAGE'],
])('“application snippet” with %j ends with exit code %i and the code %s', async (line, code, message) => {
  const result = await operator.vid('application', 'snippet', ...line, '--json');
  expect([result.code, JSON.parse(result.text).message]).toEqual([code, message]);
});
