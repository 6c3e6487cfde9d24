import cookie from '@fastify/cookie';
import { privacyText } from '@vid/contract/legal/privacy-text';
import { locales } from '@vid/contract/limits';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  cookieNames,
  createCookies,
  openInteractionCookie,
  readFlowToken,
  writeFlowToken,
} from './cookies.ts';

async function call(isSecure: boolean, action: string, sent: Record<string, string> = {}, token = '') {
  const cookies = createCookies(isSecure);
  const app = fastify();
  await app.register(cookie);
  app.get('/', (request, reply) => {
    if (action === 'write') cookies.write(reply, 'vid_sid', 'value', 60);
    if (action === 'writeForSession') cookies.write(reply, 'vid_sid', 'value');
    if (action === 'clear') cookies.clear(reply, 'vid_sid');
    if (action === 'writeFlow') writeFlowToken(cookies, reply, 'token');
    return {
      read: cookies.read(request, 'vid_sid') ?? null,
      flow: readFlowToken(cookies, request, token),
    };
  });
  const answer = await app.inject({ url: '/', cookies: sent });
  await app.close();
  return { line: answer.headers['set-cookie'], ...answer.json<{ read: string | null; flow: string }>() };
}

describe('VID cookies', () => {
  it.each([
    [true, 'write', '__Host-vid_sid=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [true, 'writeForSession', '__Host-vid_sid=value; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [true, 'clear', '__Host-vid_sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [true, 'writeFlow', '__Host-vid_flow=token; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [false, 'write', 'vid_sid=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
    [false, 'clear', 'vid_sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ])('S2 have the right attributes (https: %s, operation: %s)', async (isSecure, action, line) => {
    expect((await call(isSecure, action)).line).toBe(line);
  });

  it('S2 are read over https only under the prefixed name', async () => {
    const both = { vid_sid: 'plain', '__Host-vid_sid': 'secure' };
    expect((await call(true, '', both)).read).toBe('secure');
    expect((await call(false, '', both)).read).toBe('plain');
    expect((await call(true, '', { vid_sid: 'plain' })).read).toBeNull();
  });
});

describe('the otpToken of a call', () => {
  it('S8 comes from the flow cookie if the body says “cookie”', async () => {
    const sent = { vid_flow: 'in the cookie' };
    expect((await call(false, '', sent, 'cookie')).flow).toBe('in the cookie');
    expect((await call(false, '', sent, 'in the body')).flow).toBe('in the body');
    expect((await call(false, '', {}, 'cookie')).flow).toBe('');
    expect((await call(false, '', sent, '')).flow).toBe('');
  });
});

it.each(locales)('the privacy policy names every cookie (%s)', (locale) => {
  const text = JSON.stringify(privacyText[locale]);
  const others = [openInteractionCookie.name, 'vid_ixp', 'vid_ix', 'vid_ix_resume', 'vid_lang'];
  for (const name of [...cookieNames, ...others]) expect(text).toMatch(new RegExp(`\\b${name}\\b`, 'u'));
});
