import type { VidUserInfo } from '@vid/sso/server';

export type Lang = 'vi' | 'en';

const texts = {
  vi: {
    title: 'Sàn ví dụ',
    hello: 'Chào bạn',
    lead: 'Ứng dụng này đăng nhập bằng VID với thư viện @vid/sso.',
    popup: 'Đăng nhập bằng VID trong cửa sổ nhỏ',
    redirect: 'Đăng nhập bằng VID',
    register: 'Tạo tài khoản',
    back: 'Đang đăng nhập…',
    start: 'Về trang chủ',
    name: 'Họ tên',
    phone: 'Số điện thoại',
    roles: 'Vai trò trong ứng dụng',
    none: 'Chưa có',
    signOut: 'Đăng xuất',
    other: ['English', 'en'],
  },
  en: {
    title: 'Example brokerage',
    hello: 'Hello',
    lead: 'This app signs you in with VID, using the @vid/sso library.',
    popup: 'Sign in with VID in a popup',
    redirect: 'Sign in with VID',
    register: 'Create an account',
    back: 'Signing in…',
    start: 'Back to the start',
    name: 'Name',
    phone: 'Phone',
    roles: 'Roles in this app',
    none: 'None yet',
    signOut: 'Sign out',
    other: ['Tiếng Việt', 'vi'],
  },
} as const;

type Page = {
  readonly lang: Lang;
  readonly path: '/' | '/callback';
  readonly vidOrigin: string;
  readonly clientId: string;
  readonly person: VidUserInfo | undefined;
};

export function renderPage({ lang, path, vidOrigin, clientId, person }: Page): string {
  const t = texts[lang];
  const signedOut = `<h1>${t.title}</h1><p>${t.lead}</p>
<button id="popup" disabled>${t.popup}</button>
<button id="redirect" class="quiet" disabled>${t.redirect}</button>
<button id="register" class="quiet" disabled>${t.register}</button>`;
  const callback = `<h1>${t.title}</h1><p>${t.back}</p><p><a href="/">${t.start}</a></p>`;
  const content = path === '/callback' ? callback : person ? card(person, lang) : signedOut;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<script src="/vid-sso.js" defer></script>
<script src="/app.js" defer></script>
</head>
<body data-vid-origin="${escape(vidOrigin)}" data-client-id="${escape(clientId)}">
<main>
${content}
<p id="status" role="status"></p>
</main>
<footer><a href="/?lang=${t.other[1]}" lang="${t.other[1]}">${t.other[0]}</a></footer>
</body>
</html>
`;
}

function card(person: VidUserInfo, lang: Lang): string {
  const t = texts[lang];
  const roles = person['vid:roles']?.join(', ') || t.none;
  return `<h1>${t.hello}${person.name ? `, ${escape(person.name)}` : ''}!</h1>
<dl><dt>${t.name}</dt><dd>${escape(person.name ?? '—')}</dd>
<dt>${t.phone}</dt><dd>${escape(maskPhone(person.phone_number ?? ''))}</dd>
<dt>${t.roles}</dt><dd>${escape(roles)}</dd></dl>
<button id="sign-out" disabled>${t.signOut}</button>`;
}

function maskPhone(phone: string): string {
  return phone === '' ? '—' : `${phone.slice(0, 5)} ••• ${phone.slice(-3)}`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}
