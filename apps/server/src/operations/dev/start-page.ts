import { evaluationCss } from '#platform/outbox/outbox-page.ts';

export type ExampleLinks = { readonly sdk: string; readonly oidc: string };

type StartPage = {
  readonly lang: 'vi' | 'en';
  readonly hasDocs: boolean;
  readonly examples: ExampleLinks | undefined;
  readonly administratorFile: string;
};

const texts = {
  vi: {
    title: 'VID · dùng thử',
    banner:
      'Bản dùng thử. Chỉ dành cho máy này: mọi tin nhắn và mã trong hình đều hiện trong hộp thư đi. Trang này không có trong chế độ vận hành chính thức.',
    start: 'Bắt đầu từ đây',
    app: ['Tài khoản VID', 'Tạo tài khoản, đăng nhập, đổi thông tin và mật khẩu.'],
    outbox: ['Hộp thư đi', 'Mã OTP và đáp án mã trong hình, thay cho tin nhắn thật.'],
    examples: 'Đăng nhập một lần',
    sdk: ['Ví dụ với @vid/sso', 'Ứng dụng của Hội: cửa sổ nhỏ hoặc chuyển trang.'],
    oidc: [
      'Ví dụ với OpenID Connect',
      'Ứng dụng bên ngoài, dùng thư viện chuẩn; VID hỏi hội viên trước khi tiếp tục.',
    ],
    noExamples:
      'Hai ứng dụng ví dụ chưa chạy. Hãy tải lại trang sau giây lát hoặc kiểm tra cài đặt VID_EXAMPLES.',
    developer: 'Dành cho nhà phát triển',
    docs: ['Tài liệu API', 'Tất cả endpoint và mã lỗi.'],
    discovery: ['Cấu hình OpenID Connect', 'Các endpoint dành cho thư viện chuẩn.'],
    guide: 'Hướng dẫn tích hợp trong mười phút: docs/integrate.md',
    administrator: 'Tài khoản quản trị và hội viên mẫu',
    file: 'Số điện thoại và mật khẩu nằm trong tệp',
    other: ['English', 'en'],
  },
  en: {
    title: 'VID · evaluation',
    banner:
      'Evaluation mode. For this machine only: every message and picture code is shown in the outbox. This page doesn’t exist in production.',
    start: 'Start here',
    app: ['VID account', 'Create an account, sign in, change your details and password.'],
    outbox: ['Outbox', 'One-time codes and picture codes, in place of real messages.'],
    examples: 'Single sign-on',
    sdk: ['Example with @vid/sso', 'One of the association’s apps: popup or redirect.'],
    oidc: [
      'Example with OpenID Connect',
      'An external app that uses a standard library; VID asks the member before continuing.',
    ],
    noExamples:
      'The two example apps aren’t running yet. Reload the page in a moment, or check VID_EXAMPLES.',
    developer: 'For developers',
    docs: ['API reference', 'Every endpoint and error code.'],
    discovery: ['OpenID Connect configuration', 'The endpoints, for standard libraries.'],
    guide: 'Integrate in ten minutes: docs/integrate.md',
    administrator: 'Administrator and sample members',
    file: 'Phone numbers and passwords are in the file',
    other: ['Tiếng Việt', 'vi'],
  },
} as const;

/** Renders plain HTML without scripts, which works even when the web app does not. */
export function renderStartPage({ lang, hasDocs, examples, administratorFile }: StartPage): string {
  const t = texts[lang];
  const card = (address: string, [name, words]: readonly [string, string]): string =>
    `<li><a href="${escape(address)}"><strong>${name}</strong><span>${words}</span></a></li>`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="stylesheet" href="/vid/dev/start.css">
</head>
<body>
<p class="banner">${t.banner}</p>
<main>
<p class="other"><a href="?lang=${t.other[1]}" hreflang="${t.other[1]}" lang="${t.other[1]}">${t.other[0]}</a></p>
<h1>${t.title}</h1>
<h2>${t.start}</h2>
${list([card('/vid/web/', t.app), card(`/vid/dev/outbox?lang=${lang}`, t.outbox)])}
<h2>${t.examples}</h2>
${examples ? list([card(examples.sdk, t.sdk), card(examples.oidc, t.oidc)]) : `<p>${t.noExamples}</p>`}
<h2>${t.administrator}</h2>
<p>${t.file} <code>${escape(administratorFile)}</code>.</p>
<h2>${t.developer}</h2>
${list([...(hasDocs ? [card('/vid/docs', t.docs)] : []), card('/vid/oidc/.well-known/openid-configuration', t.discovery)])}
<p>${t.guide}</p>
</main>
</body>
</html>
`;
}

function list(cards: readonly string[]): string {
  return `<ul>${cards.join('')}</ul>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}

export const startCss = `${evaluationCss}main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem 3rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem; font-weight: 600; }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
li a { display: block; height: 100%; box-sizing: border-box; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 24px; text-decoration: none; }
li a:hover { border-color: var(--brand); }
strong, li span { display: block; }
li span { color: var(--muted); }
code { overflow-wrap: anywhere; }
`;
