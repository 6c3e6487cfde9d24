import type { UserInfoResponse } from 'openid-client';

export type Lang = 'vi' | 'en';

const texts = {
  vi: {
    title: 'Báo ví dụ',
    hello: 'Chào bạn',
    lead: 'Ứng dụng này đăng nhập bằng VID với thư viện OpenID Connect chuẩn openid-client.',
    signIn: 'Đăng nhập bằng VID',
    another: 'Dùng tài khoản khác',
    name: 'Họ tên',
    phone: 'Số điện thoại',
    roles: 'Vai trò trong ứng dụng',
    none: 'Chưa có',
    signOut: 'Đăng xuất',
    refused: 'Chưa đăng nhập được. Mã lỗi:',
    other: ['English', 'en'],
  },
  en: {
    title: 'Example newspaper',
    hello: 'Hello',
    lead: 'This app signs you in with VID, using the standard OpenID Connect library openid-client.',
    signIn: 'Sign in with VID',
    another: 'Use another account',
    name: 'Name',
    phone: 'Phone',
    roles: 'Roles in this app',
    none: 'None yet',
    signOut: 'Sign out',
    refused: 'We couldn’t sign you in. Error code:',
    other: ['Tiếng Việt', 'vi'],
  },
} as const;

type Page = { readonly lang: Lang; readonly person?: UserInfoResponse | undefined; readonly error?: string };

export function renderPage({ lang, person, error }: Page): string {
  const t = texts[lang];
  const signedOut = `<h1>${t.title}</h1><p>${t.lead}</p>
<form action="/login" method="get"><button>${t.signIn}</button></form>
<form action="/login" method="get"><input type="hidden" name="prompt" value="select_account"><button class="quiet">${t.another}</button></form>`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
${person ? card(person, lang) : signedOut}
${error ? `<p role="alert">${t.refused} <code>${escape(error)}</code></p>` : ''}
</main>
<footer><a href="/?lang=${t.other[1]}" lang="${t.other[1]}">${t.other[0]}</a></footer>
</body>
</html>
`;
}

function card(person: UserInfoResponse, lang: Lang): string {
  const t = texts[lang];
  const roles = Array.isArray(person['vid:roles']) ? person['vid:roles'].map(String).join(', ') : '';
  return `<h1>${t.hello}${person.name ? `, ${escape(person.name)}` : ''}!</h1>
<dl><dt>${t.name}</dt><dd>${escape(person.name ?? '—')}</dd>
<dt>${t.phone}</dt><dd>${escape(maskPhone(person.phone_number ?? ''))}</dd>
<dt>${t.roles}</dt><dd>${escape(roles || t.none)}</dd></dl>
<form action="/logout" method="post"><button>${t.signOut}</button></form>`;
}

function maskPhone(phone: string): string {
  return phone === '' ? '—' : `${phone.slice(0, 5)} ••• ${phone.slice(-3)}`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}
