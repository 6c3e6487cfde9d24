// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { readEntryQuery, safeImageUrl, writeEntryQuery } from './entry-query.ts';

const origin = 'https://id.example.vn';
const read = (search: string) => readEntryQuery(search, origin);
const app = 'appCode=APP&clientId=cli_1&redirectTo=https%3A%2F%2Fapp.example%2Fcb';

describe('single sign-on parameters', () => {
  test('are separated from the additional parameters', () => {
    const { settings, isOversized } = read(
      `?${app}&mode=window&codeChallenge=abc&utm=1&authCode=evil&state=s`,
    );
    expect(settings).toEqual({
      mode: 'window',
      appCode: 'APP',
      clientId: 'cli_1',
      redirectTo: 'https://app.example/cb',
      action: null,
      codeChallenge: 'abc',
      lang: null,
      loginRedirectTo: null,
      additionParams: [
        ['utm', '1'],
        ['state', 's'],
      ],
    });
    expect(isOversized).toBe(false);
  });

  test('form no request without application, client and redirect URI', () => {
    expect(read('?lang=en&utm=1').settings).toBeNull();
    expect(read('').settings).toBeNull();
  });

  test('A2 include no additional parameter with a reserved, repeated or prototype name', () => {
    const { settings } = read(
      `?${app}&AuthCode=x&authCode[]=y&iss=z&error=e&state=first&state=second&__proto__=p&constructor=c`,
    );
    expect(settings?.additionParams).toEqual([['state', 'first']]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('A2 count as oversized with over 20 additional parameters or over 2 kB', () => {
    const many = Array.from({ length: 21 }, (_, index) => `p${index}=1`).join('&');
    expect(read(`?${app}&${many}`).isOversized).toBe(true);
    expect(read(`?${app}&big=${'a'.repeat(2_049)}`).isOversized).toBe(true);
    expect(read(`?${many}`).isOversized).toBe(false);
  });

  test('are unchanged after they are written and read again', () => {
    const { settings } = read(`?${app}&lang=en&x=${encodeURIComponent('á&=?')}&action=register`);
    expect(settings).not.toBeNull();
    expect(settings && read(writeEntryQuery(settings)).settings).toEqual(settings);
  });
});

describe('other entry parameters', () => {
  test('include lang, which is a selectable locale or null', () => {
    expect(read('?lang=en').lang).toBe('en');
    expect(read('?lang=ar').lang).toBe('ar');
    expect(read('?lang=vi&lang=en').lang).toBe('vi');
    for (const lang of ['fr', 'EN', '%3Cimg%20onerror%3D1%3E', ''])
      expect(read(`?lang=${lang}`).lang).toBeNull();
  });

  test('F3 include only known layout options and safe picture URLs', () => {
    expect(read('?layout=boxed&menuStyle=header&sidebarImage=%2Fimg%2Fa.png').layout).toEqual({
      layout: 'boxed',
      menuStyle: 'header',
      sidebarImage: `${origin}/img/a.png`,
    });
    expect(
      read('?layout=%3Csvg%2Fonload%3D1%3E&menuStyle=constructor&sidebarImage=javascript:alert(1)').layout,
    ).toEqual({});
    expect(safeImageUrl('data:image/svg+xml,<svg onload=alert(1)>', origin)).toBeNull();
    expect(safeImageUrl('http://elsewhere.test/a.png', origin)).toBeNull();
    expect(safeImageUrl('https://cdn.example/a.png', origin)).toBe('https://cdn.example/a.png');
  });

  test('include a campaign of at most 64 characters', () => {
    expect(read('?campaign=tet').campaign).toBe('tet');
    expect(read(`?campaign=${'a'.repeat(200)}`).campaign).toHaveLength(64);
    expect(read('?campaign=').campaign).toBeNull();
  });
});
