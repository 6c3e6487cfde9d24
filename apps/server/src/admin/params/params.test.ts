import { defaultBrandColours } from '@vid/contract/brand/contrast';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const path = '/vid/api/admin/params';
let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

type Section = { value: Record<string, unknown>; version: number; changedBy: string | null };

const put = (name: string, version: number, value: unknown, browser = admin.browser) =>
  browser.call('PUT', `${path}/${name}`, { version, value });
const restore = (name: string, version: number, to: number, browser = admin.browser) =>
  browser.post(`${path}/${name}/restore`, { version, to });
const section = async (name: string): Promise<Section> =>
  (await admin.browser.get(path)).raw.json<{ data: Record<string, Section> }>().data[name] ??
  expect.fail(`no ${name}`);
type Categories = { value: { code: string; name: object; isDisabled: boolean }[]; version: number };
const categories = async (name: string): Promise<Categories> => {
  const { raw } = await admin.browser.get(path);
  return raw.json<{ data: Record<string, Categories> }>().data[name] ?? expect.fail(`no ${name}`);
};
const publicParams = async () =>
  (await new TestBrowser(server.app).get('/vid/gateway/app/params', { clientToken: null })).data;

const upload = (file: Buffer | string, type: string) =>
  admin.browser.call('POST', `${path}/images`, file, { headers: { 'content-type': type } });

const contact = {
  phone: '1900 1234',
  email: 'hotro@hoi.vn',
  address: { vi: '12 Tràng Tiền, Hà Nội', en: '12 Trang Tien, Hanoi' },
};
const brand = {
  name: { vi: 'Hội Thử nghiệm', en: 'Test Association' },
  shortName: { vi: 'HTN', en: 'TA' },
  logo: null,
  colours: null,
};
const slide = {
  title: { vi: 'Một', en: 'One' },
  text: { vi: 'Văn bản', en: 'Text' },
  image: null,
};

describe('the parameters', () => {
  it('name no real organisation by default', async () => {
    expect((await section('brand')).value).toMatchObject({
      name: { vi: 'Hội Bất động sản', en: 'Real Estate Association' },
      logo: null,
      colours: null,
    });
  });

  it('V4 change with an audit row and the previous value in the history', async () => {
    const before = (await section('contact')).value;
    expect((await put('contact', 0, contact)).data).toEqual({ version: 1 });
    expect(await publicParams()).toMatchObject({
      configurations: {
        supportPhone: '1900 1234',
        supportEmail: 'hotro@hoi.vn',
        supportAddress: contact.address,
      },
    });
    const unchanged = { version: 0, changedAt: null, changedBy: null };
    expect(await section('zns')).toMatchObject(unchanged);
    expect(await section('contact')).toMatchObject({
      value: contact,
      builtIn: before,
      version: 1,
      changedAt: expect.any(String),
      changedBy: admin.phone,
    });
    const next = { ...contact, phone: null };
    expect((await put('contact', 1, next)).status).toBe(200);
    const history = (await admin.browser.get(`${path}/contact/history?limit=1`)).data;
    expect(history).toMatchObject({
      items: [{ version: 2, before: contact, after: next, by: admin.phone, at: expect.any(String) }],
    });
    const rest = (await admin.browser.get(`${path}/contact/history?after=${String(history['next'])}`)).data;
    expect(rest).toMatchObject({ items: [{ version: 1, before: null, after: contact }], next: null });
    const other = (await admin.browser.get(`${path}/zns/history`)).data;
    expect(other).toMatchObject({ items: [], next: null });
    const events = await server.deps.sql`
      select actor_id, details from audit_events where kind = 'params.changed' order by id`;
    expect(events).toMatchObject([
      { actorId: admin.id, details: { name: 'contact', version: 1 } },
      { actorId: admin.id, details: { name: 'contact', version: 2 } },
    ]);

    expect(history['builtIn']).toEqual(before);
  });

  it('V4 can be restored to an earlier version, which is audited', async () => {
    const texts = ['A', 'B', 'C'].map((text) => [{ ...slide, title: { vi: text, en: text } }]);
    const builtIn = (await section('slides')).value;
    for (const [version, value] of texts.entries())
      expect((await put('slides', version, value)).status).toBe(200);
    expect((await restore('slides', 3, 1)).data).toEqual({ version: 4 });
    expect(await section('slides')).toMatchObject({ value: texts[0], version: 4 });
    expect(await publicParams()).toMatchObject({ configurations: { slides: [{ title: { vi: 'A' } }] } });
    const [latest] = await server.deps.sql`
      select actor_id, details from audit_events where kind = 'params.restored' order by id desc limit 1`;
    expect(latest).toEqual({ actorId: admin.id, details: { name: 'slides', version: 4, restored: 1 } });
    // The versions in between remain in the history and can be restored later.
    expect((await restore('slides', 4, 3)).data).toEqual({ version: 5 });
    expect((await section('slides')).value).toEqual(texts[2]);
    expect((await restore('slides', 5, 0)).data).toEqual({ version: 6 });
    expect((await section('slides')).value).toEqual(builtIn);
    expect((await restore('slides', 6, 5)).data).toEqual({ version: 7 });
    expect((await section('slides')).value).toEqual(texts[2]);
  });

  it('cannot be restored over a change that the administrator has not seen', async () => {
    await put('contact', (await section('contact')).version, contact);
    const { version } = await section('contact');
    expect((await restore('contact', version - 1, 0)).code).toBe('PARAMS_CHANGED');
    for (const to of [version, version + 1])
      expect((await restore('contact', version, to)).code).toBe('NOT_FOUND');
    for (const to of [-1, 2_147_483_647])
      expect((await restore('contact', version, to)).code).toBe('VALIDATION_FAILED');
    expect((await restore('objects', 0, 0)).code).toBe('NOT_FOUND');
    expect((await section('contact')).version).toBe(version);
  });

  it('accept only one of a parallel restore and change', async () => {
    const other = await createAdmin(server);
    const { version } = await section('contact');
    const answers = await Promise.all([
      restore('contact', version, 0),
      put('contact', version, { ...contact, phone: '1900 9999' }, other.browser),
    ]);
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['PARAMS_CHANGED', 'ok']);
    expect((await section('contact')).version).toBe(version + 1);
  });

  it('accept only one of two parallel changes to the same version', async () => {
    const other = await createAdmin(server);
    const { version } = await section('brand');
    const answers = await Promise.all([
      put('brand', version, brand),
      put('brand', version, { ...brand, shortName: { vi: 'B', en: 'B' } }, other.browser),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('PARAMS_CHANGED');
    expect((await section('brand')).version).toBe(version + 1);
  });

  it('M1 M7 can be changed only by an administrator with a recent re-authentication', async () => {
    const member = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, member);
    expect((await put('contact', 0, contact, browser)).status).toBe(403);
    const stale = await createAdmin(server);
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '1 hour' where account_id = ${stale.id}`;
    expect((await put('contact', 0, contact, stale.browser)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await restore('contact', 1, 0, browser)).status).toBe(403);
    expect((await restore('contact', 1, 0, stale.browser)).code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('have a history that SQL cannot change', async () => {
    const { sql } = server.deps;
    await expect(sql`update app_params_history set actor_id = 'x'`).rejects.toThrow('append-only');
    await expect(sql`delete from app_params_history`).rejects.toThrow('append-only');
  });
});

describe('the check of a parameter value', () => {
  const colours = { ...defaultBrandColours, light: { brand: '#5cc4b0', hover: '#084a41' } };

  it('names the colours and their ratio if the contrast is too low', async () => {
    const { version } = await section('brand');
    const answer = await put('brand', version, { ...brand, colours });
    expect(answer.code).toBe('CONTRAST_TOO_LOW');
    expect(answer.raw.json()).toMatchObject({
      details: { theme: 'light', pair: 'brand-on-soft', ratio: expect.toSatisfy((n) => n > 1 && n < 4.5) },
    });
    expect((await put('brand', version, { ...brand, colours: defaultBrandColours })).status).toBe(200);

    // A restoration also rejects a colour that was saved when less contrast was enough.
    await server.deps.sql`
      insert into app_params_history (name, version, before, after, actor_id) values ('brand', ${version + 2},
        ${server.deps.sql.json({ ...brand, colours })}, null, ${admin.id})`;
    expect((await restore('brand', version + 2, version + 1)).code).toBe('CONTRAST_TOO_LOW');
    expect((await section('brand')).version).toBe(version + 2);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'http://cdn.vn/a.png',
    '//evil.vn/a',
    '/\\evil.vn',
    'https://u:p@cdn.vn/a',
  ])('F3 rejects the image URL %s', async (logo) => {
    const { version } = await section('brand');
    expect((await put('brand', version, { ...brand, logo })).code).toBe('VALIDATION_FAILED');
    const { version: other } = await section('slides');
    expect((await put('slides', other, [{ ...slide, image: logo }])).code).toBe('VALIDATION_FAILED');
  });

  it('F3 accepts only a web URL without a password as a province’s register', async () => {
    const { value, version } = await categories('provinces');
    const withRegister = (registerUrl: string) =>
      value.map((province) => (province.code === '79' ? { ...province, registerUrl } : province));
    for (const refused of ['javascript:alert(1)', '//evil.vn', 'https://', 'https://u:p@so.vn/', ''])
      expect((await put('provinces', version, withRegister(refused))).code).toBe('VALIDATION_FAILED');
    const registerUrl = 'http://sxd.example.vn/chung-chi';
    expect((await put('provinces', version, withRegister(registerUrl))).status).toBe(200);
    const { provinces } = (await server.deps.appParams.get()).categories;
    expect(provinces.filter((province) => province.registerUrl !== undefined)).toEqual([
      expect.objectContaining({ code: '79', registerUrl }),
    ]);
    expect((await put('provinces', version + 1, value)).status).toBe(200);
  });

  it('M5 rejects a value for another section or with other fields', async () => {
    expect((await put('objects', 0, contact)).code).toBe('VALIDATION_FAILED');
    expect((await put('contact', 4, { ...contact, termsVersion: '1' })).code).toBe('VALIDATION_FAILED');
    for (const name of ['__proto__', 'toString', 'legal'])
      expect((await put(name, 0, contact)).code).toBe('NOT_FOUND');
    expect((await put('contact', 4, { ...contact, email: '<a@b.vn>' })).code).toBe('VALIDATION_FAILED');
  });

  it('rejects a line break in a contact address', async () => {
    const { version } = await section('contact');
    const address = { vi: 'a\nb', en: 'a' };
    expect((await put('contact', version, { ...contact, address })).code).toBe('VALIDATION_FAILED');
  });

  it('rejects removed, repeated and unofficial categories', async () => {
    for (const name of ['provinces', 'objects']) {
      const { value, version } = await categories(name);
      const [first] = value;
      for (const refused of [
        value.slice(1),
        [...value, first],
        [...value, { ...first, code: 'x' }],
        [...value, { ...first, code: '001' }],
        value.map((item) => ({ ...item, isDisabled: true })),
      ])
        expect((await put(name, version, refused)).code).toBe('VALIDATION_FAILED');
      expect((await categories(name)).version).toBe(version);
    }
    // No kind of member can be added, because applications expect exactly the four kinds.
    const { value, version } = await categories('objects');
    const added = [...value, { code: '99', name: { vi: 'Khác', en: 'Other' }, isDisabled: false }];
    expect((await put('objects', version, added)).code).toBe('VALIDATION_FAILED');
  });
});

const messagesOf = async () => {
  const { value, version } = await section('messages');
  return { value, version };
};
const codeOf = async (phone: string) => {
  await requestOtp(new TestBrowser(server.app), server, phone, 'signin');
  const sent = await readOutbox(new TestBrowser(server.app));
  return sent.find((entry) => entry.kind === 'sms' && entry.to === phone);
};

describe('the texts of messages', () => {
  it('can be changed with immediate effect and restored', async () => {
    expect(await messagesOf()).toEqual({ value: [], version: 0 });
    const text = 'Ma {{code}}\r\nHet han sau {{minutes}} phut';
    const value = [
      { code: 'code.any', vi: ` ${text} `, en: '' },
      { code: 'code.any@viettel', vi: 'Viettel {{code}}', en: '' },
    ];
    expect((await put('messages', 0, value)).data).toEqual({ version: 1 });
    const [viettel, vinaphone] = [
      freshPhone().replace(/^.{5}/u, '+8498'),
      freshPhone().replace(/^.{5}/u, '+8491'),
    ];
    expect((await codeOf(viettel))?.text).toMatch(/^Viettel \d{6}$/u);
    const sent = await codeOf(vinaphone);
    expect(sent?.text).toMatch(/^Ma \d{6}\nHet han sau 5 phut$/u);
    // The outbox shows the code even if the text has no line for browsers.
    expect(sent?.text).toContain(sent?.code);
    expect((await publicParams())['messages']).toBeUndefined();
    expect((await restore('messages', 1, 0)).data).toEqual({ version: 2 });
    expect((await codeOf(freshPhone()))?.text).toContain('la ma OTP dang nhap');
  });

  it.each([
    [{ code: 'code.any', vi: 'Khong co ma', en: '' }],
    [{ code: 'code.any', vi: '{{code}} {{link}}', en: '' }],
    [{ code: 'code.any', vi: '', en: 'no code' }],
    [{ code: 'code.any', vi: '', en: '' }],
    [{ code: 'code.other', vi: '{{code}}', en: '' }],
    [{ code: 'code.any@carrier', vi: '{{code}}', en: '' }],
    [{ code: 'mail.password-changed@viettel', vi: 'x', en: '' }],
    [{ code: 'sms.password-changed', vi: 'Khong co lien ket', en: '' }],
    [{ code: 'subject.security', vi: 'Hai\ndong', en: '' }],
    [{ code: 'code.any', vi: '{{code}}\u202Ex', en: '' }],
    [{ code: 'code.any', vi: '{{code}}\u0007', en: '' }],
    [
      { code: 'code.any', vi: '{{code}}', en: '' },
      { code: 'code.any', vi: 'x {{code}}', en: '' },
    ],
    [
      { code: 'code.any', vi: '{{code}}', en: '' },
      { code: 'code.other', vi: '{{code}}', en: '' },
    ],
  ])('are refused if they are %j', async (...value) => {
    const { version } = await messagesOf();
    expect((await put('messages', version, value)).code).toBe('VALIDATION_FAILED');
    expect((await messagesOf()).version).toBe(version);
  });
});

const parameter = (name: string, text: string) => ({ name, value: { vi: text, en: text } });

describe('the ZNS template', () => {
  it('is stored if one of its parameters contains {{code}}', async () => {
    const { version } = await section('zns');
    const value = {
      template: '412345',
      parameters: [parameter('otp', '{{code}}'), parameter('m', '{{minutes}}')],
    };
    expect((await put('zns', version, value)).status).toBe(200);
    expect((await section('zns')).value).toEqual(value);
  });

  it.each([
    { template: '412345', parameters: [] },
    { template: '412345', parameters: [parameter('otp', 'x')] },
    { template: '412345', parameters: [parameter('otp', '{{code}}'), parameter('otp', 'x')] },
    { template: '412345', parameters: [parameter('otp', '{{code}}'), parameter('l', '{{link}}')] },
    { template: null, parameters: [parameter('otp', '{{code}}')] },
    { template: 'x', parameters: [parameter('otp', '{{code}}')] },
    { template: '412345', parameters: [parameter('o-tp', '{{code}}')] },
  ])('is refused if it is %j', async (value) => {
    const { version } = await section('zns');
    expect((await put('zns', version, value)).code).toBe('VALIDATION_FAILED');
  });
});

const disable = async (name: string, codes: readonly string[]) => {
  const { value, version } = await categories(name);
  const changed = value.map((item) => ({ ...item, isDisabled: codes.includes(item.code) }));
  expect((await put(name, version, changed)).status).toBe(200);
};
const member = async (profile: object) => {
  const browser = new TestBrowser(server.app);
  await signIn(browser, await createAccount(server));
  const patch = (change: object) => browser.call('PATCH', '/vid/api/users/profile', change);
  expect((await patch(profile)).status).toBe(200);
  return { browser, patch };
};

describe('a province or member group', () => {
  it('stays with its members when disabled, and cannot be chosen again', async () => {
    const { browser, patch } = await member({ object: 'expert', province: '96' });
    const certificate = {
      number: 'A1',
      province: '96',
      issuedOn: '2024-01-02',
      expiresOn: null,
      employer: null,
    };
    const declare = (change: object) =>
      browser.call('PUT', '/vid/api/users/certificate', { ...certificate, ...change });
    expect((await declare({})).status).toBe(200);
    await disable('provinces', ['96', '92']);
    await disable('objects', ['expert', 'customer']);
    expect((await browser.get('/vid/ajax/auth/me')).data).toMatchObject({
      object: 'expert',
      province: '96',
    });
    const saved = await patch({ name: 'Lê Ổn', object: 'expert', province: '96' });
    expect(saved.data).toMatchObject({ name: 'Lê Ổn', object: 'expert', province: '96' });
    expect((await declare({ number: 'A2' })).status).toBe(200);
    const refused = await patch({ object: 'customer', province: '92' });
    expect([refused.code, ...Object.keys(refused.fields).toSorted()]).toEqual([
      'VALIDATION_FAILED',
      'object',
      'province',
    ]);
    expect((await declare({ province: '92' })).code).toBe('VALIDATION_FAILED');
    expect((await patch({ object: 'broker', province: '01' })).status).toBe(200);
    expect((await patch({ object: 'expert', province: '96' })).code).toBe('VALIDATION_FAILED');
    const { provinces, objects } = (await server.deps.appParams.get()).categories;
    expect(provinces.find(({ code }) => code === '96')).toMatchObject({ isDisabled: true });
    expect(objects.find(({ code }) => code === 'expert')).toMatchObject({ isDisabled: true });
    await disable('provinces', []);
    await disable('objects', []);
    expect((await patch({ object: 'expert', province: '96' })).status).toBe(200);
  });

  it('is disabled when a version from before it was added is restored', async () => {
    const { value, version } = await categories('provinces');
    const added = { code: '02', name: { vi: 'Hà Giang', en: 'Ha Giang' }, isDisabled: false };
    expect((await put('provinces', version, [...value, added])).status).toBe(200);
    const { patch } = await member({ province: '02' });
    expect((await put('provinces', version + 1, value)).code).toBe('VALIDATION_FAILED');
    for (const [to, names] of [
      [version, value],
      [0, value],
    ] as const) {
      const last = await categories('provinces');
      expect((await restore('provinces', last.version, to)).status).toBe(200);
      const restored = (await categories('provinces')).value;
      expect(restored).toHaveLength(names.length + 1);
      expect(restored[1]).toEqual({ ...added, isDisabled: true });
    }
    expect((await patch({ name: 'Sùng A Ổn', province: '02' })).status).toBe(200);
    await expect(member({ province: '02' })).rejects.toThrow('400');
  });
});

describe('an uploaded image', () => {
  it('is scaled down to 256 px and keeps its transparency', async () => {
    const picture = await sharp({
      create: { width: 800, height: 400, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { url } = (await upload(picture, 'image/png')).data;
    const events = await server.deps.sql`
      select actor_id, details from audit_events where kind = 'params.image-added' order by id desc limit 1`;
    expect(events).toEqual([
      { actorId: admin.id, details: { name: String(url).replace('/vid/api/brand/', '') } },
    ]);
    const served = await server.app.inject({ url: String(url), headers: { host: 'localhost:8080' } });
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      width: 256,
      height: 128,
      hasAlpha: true,
    });
    const { version } = await section('brand');
    expect((await put('brand', version, { ...brand, logo: url })).status).toBe(200);
    expect(await publicParams()).toMatchObject({ imageUrls: { logo: url } });
  });

  it('F3 is rejected if it is an SVG', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    expect((await upload(svg, 'image/svg+xml')).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await upload(Buffer.from(svg), 'image/png')).code).toBe('AVATAR_INVALID');
  });
});

it('a parameter change reaches another process within a second', async () => {
  // Stop the clock, so that the cache never expires.
  const now = Date.now();
  const twin = await server.twin({ nowMs: () => now });
  // Subscribe first, so that this function is called when listening starts.
  const listening = vi.fn<() => void>();
  twin.deps.events.subscribe('params', 'test', listening);
  await twin.deps.appParams.get();
  await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 20_000 });
  const { version } = await section('brand');
  const name = { vi: 'Hội Thứ hai', en: 'Second Association' };
  expect((await put('brand', version, { ...brand, name })).status).toBe(200);
  const changedAt = performance.now();
  await vi.waitFor(() => expect(twin.deps.appParams.current().configurations.associationName).toEqual(name), {
    timeout: 20_000,
    interval: 10,
  });
  expect(performance.now() - changedAt).toBeLessThan(1_000);
});
