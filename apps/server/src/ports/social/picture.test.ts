import { expect, it } from 'vitest';
import { allowedPicture } from './picture.ts';

const hosts = ['https://*.zadn.vn', 'https://platform-lookaside.fbsbx.com'];

it.each(['https://s120-ava-talk.zadn.vn/a.jpg', 'https://platform-lookaside.fbsbx.com/p?id=1'])(
  'a profile picture at %s is kept',
  (picture) => {
    expect(allowedPicture(picture, hosts)).toBe(picture);
  },
);

it.each([
  'https://zadn.vn/a.jpg',
  'https://evilzadn.vn/a.jpg',
  'https://s120.zadn.vn.example/a.jpg',
  'http://s120.zadn.vn/a.jpg',
  'https://s120.zadn.vn:8443/a.jpg',
  'https://x.platform-lookaside.fbsbx.com/p',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'not an address',
  null,
])('a profile picture at %s is dropped', (picture) => {
  expect(allowedPicture(picture, hosts)).toBeNull();
});
