import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeys } from '#lib/keys.ts';
import { createCookies } from './cookies.ts';
import { createPreSessions } from './pre-session.ts';

let app: FastifyInstance;
let nowMs = 0;
beforeAll(async () => {
  const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
  const preSessions = createPreSessions(createCookies(true), keys, () => nowMs);
  app = fastify();
  await app.register(cookie);
  app.get('/ensure', (request, reply) => ({ id: preSessions.ensure(request, reply).id }));
  app.get('/hash', (request) => ({ hash: preSessions.find(request)?.hash.toString('hex') ?? null }));
  app.get('/replace', (_request, reply) => {
    const made = preSessions.make();
    preSessions.send(reply, made);
    return { id: made.id };
  });
  app.get('/find', (request) => ({ id: preSessions.find(request)?.id ?? null }));
});
beforeEach(() => {
  nowMs = Date.UTC(2026, 0);
});
afterAll(() => app.close());

const name = '__Host-vid_pre';
const ensure = async (value?: string, url = '/ensure') => {
  const answer = await app.inject({ url, cookies: value === undefined ? {} : { [name]: value } });
  return { id: String(answer.json().id), value: answer.cookies.find((one) => one.name === name)?.value };
};
const find = async (value: string): Promise<unknown> =>
  (await app.inject({ url: '/find', cookies: { [name]: value } })).json().id;
const hashOf = async (value = ''): Promise<unknown> =>
  (await app.inject({ url: '/hash', cookies: { [name]: value } })).json().hash;
const minutes = (count: number): void => {
  nowMs += count * 60_000;
};

describe('pre-sessions', () => {
  it('expire after 30 minutes', async () => {
    const { id, value = '' } = await ensure();
    minutes(29);
    expect(await find(value)).toBe(id);
    minutes(1);
    expect(await find(value)).toBeNull();
    minutes(1);
    expect(await find(value)).toBeNull();
    const renewed = await ensure(value);
    expect(renewed.id).not.toBe(id);
    expect(renewed.value).toEqual(expect.any(String));
  });

  it('are renewed with the same id in the second half of their lifetime', async () => {
    const { id, value = '' } = await ensure();
    minutes(15);
    expect(await ensure(value)).toEqual({ id, value: undefined });
    expect(await find(value)).toBe(id);
    minutes(1);
    const renewed = await ensure(value);
    expect(renewed.id).toBe(id);
    minutes(29);
    expect(await find(renewed.value ?? '')).toBe(id);
    expect(await find(value)).toBeNull();
  });

  it('O5 have different hashes', async () => {
    const [one, other] = [await ensure(), await ensure()];
    expect(await hashOf(one.value)).toMatch(/^[0-9a-f]{64}$/u);
    expect(await hashOf(one.value)).not.toBe(await hashOf(other.value));
  });

  it('are invalid from the second in which they expire', async () => {
    const { id, value = '' } = await ensure();
    nowMs += 1_799_999;
    expect(await find(value)).toBe(id);
    nowMs += 1;
    expect(await find(value)).toBeNull();
  });

  it('R8 can be read from a cookie that another release signed', async () => {
    const id = 'A'.repeat(43);
    expect(await find(`${id}.t85sp0.JAtZ-WhE3FP_qBvZz67vNO`)).toBe(id);
  });

  it('S1 can be replaced by a pre-session with another id', async () => {
    const { id, value } = await ensure();
    const made = await ensure(value, '/replace');
    expect(made.id).not.toBe(id);
    expect(await find(made.value ?? '')).toBe(made.id);
  });

  it('S2 are invalid after a change to their cookie', async () => {
    const { value = '' } = await ensure();
    const [id = '', expiry = '', mac = ''] = value.split('.');
    const later = (Number.parseInt(expiry, 36) + 3_600).toString(36);
    for (const forged of [
      '',
      id,
      `${id}.${expiry}`,
      `${id}.${expiry}.`,
      `${id}.${later}.${mac}`,
      `${id.slice(0, -1)}.${expiry}.${mac}`,
      `${'A'.repeat(43)}.${expiry}.${mac}`,
      `${id}.${expiry}.${'A'.repeat(22)}`,
      `${id}.${expiry}.${mac.slice(0, -1)}`,
      `${id}.${expiry}.${mac}.x`,
      `${id}.${expiry}.${'é'.repeat(22)}`,
      `${value}${'x'.repeat(100)}`,
    ])
      expect([forged, await find(forged)]).toEqual([forged, null]);
    expect(await find(value)).toBe(id);
  });
});
