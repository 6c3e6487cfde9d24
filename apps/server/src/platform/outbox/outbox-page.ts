import type { FastifyRequest } from 'fastify';
import { fontFaces, fontFamily, pageColours } from '#http/pages/page-style.ts';

const texts = {
  vi: {
    title: 'Hộp thư đi',
    banner:
      '<strong>Bản dùng thử.</strong> Không gửi gì ra ngoài: mọi SMS, email và đáp án mã trong hình đều hiện ở đây. Trang này không có trong chế độ vận hành chính thức.',
    back: 'VID · dùng thử',
    columns: ['Giờ', 'Loại', 'Gửi đến', 'Mã', 'Nội dung'],
    loading: 'Đang tải…',
    none: 'Chưa có gì.',
    count: 'Mới nhất ở trên cùng. Số mục:',
    failed: 'Không kết nối được với máy chủ. Đang thử lại…',
    noScript: 'Khi tắt JavaScript, hãy đọc',
    other: ['English', 'en'],
    gateways: 'Cổng thử',
    gatewaysLead:
      'Chọn cách mỗi cổng xử lý các tin tiếp theo. Kết quả hiện ở trang Cổng SMS của quản trị viên.',
    names: { zns: 'Zalo ZNS', esms: 'eSMS' },
    modes: {
      normal: 'Gửi bình thường',
      late: 'Báo đã gửi sau 30 giây',
      broken: 'Lỗi (503)',
      'no-balance': 'Hết tiền',
      'no-report': 'Nhận nhưng không báo kết quả',
      'no-answer': 'Không trả lời',
    },
    gatewaysFailed: 'Chưa đổi được. Vui lòng thử lại.',
  },
  en: {
    title: 'Outbox',
    banner:
      '<strong>Evaluation mode.</strong> Nothing is sent: every SMS, email and picture code is shown here. This page doesn’t exist in production.',
    back: 'VID · evaluation',
    columns: ['Time', 'Type', 'To', 'Code', 'Text'],
    loading: 'Loading…',
    none: 'Nothing yet.',
    count: 'Newest first. Entries:',
    failed: 'We couldn’t reach the server. Retrying…',
    noScript: 'Without JavaScript, read',
    other: ['Tiếng Việt', 'vi'],
    gateways: 'Sample gateways',
    gatewaysLead:
      'Choose what each gateway does with the next messages. The administrator’s SMS gateways page shows the result.',
    names: { zns: 'Zalo ZNS', esms: 'eSMS' },
    modes: {
      normal: 'Delivers',
      late: 'Reports after 30 seconds',
      broken: 'Broken (503)',
      'no-balance': 'Out of balance',
      'no-report': 'Accepts messages, reports nothing',
      'no-answer': 'Doesn’t answer',
    },
    gatewaysFailed: 'That didn’t work. Try again.',
  },
} as const;

/** Renders the outbox on the server, so that the page works when the web app does not. */
export function renderOutbox(lang: 'vi' | 'en', hasGateways: boolean): string {
  const t = texts[lang];
  const columns = t.columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title} · VID</title>
<link rel="stylesheet" href="/vid/dev/outbox.css">
<noscript><meta http-equiv="refresh" content="3"></noscript>
</head>
<body>
<p class="banner">${t.banner}</p>
<main>
<p class="other"><a href="?lang=${t.other[1]}" hreflang="${t.other[1]}" lang="${t.other[1]}">${t.other[0]}</a></p>
<p><a href="/vid/dev/?lang=${lang}">← ${t.back}</a></p>
<h1>${t.title}</h1>
${hasGateways ? gatewaySwitches(t) : ''}<p id="status" role="status" data-none="${t.none}" data-count="${t.count}" data-failed="${t.failed}">${t.loading}</p>
<table>
<thead><tr>${columns}</tr></thead>
<tbody id="entries"></tbody>
</table>
<noscript><p>${t.noScript} <a href="/vid/dev/outbox.json">outbox.json</a>.</p></noscript>
</main>
<script src="/vid/dev/outbox.js" defer></script>
</body>
</html>
`;
}

function gatewaySwitches(t: (typeof texts)['vi' | 'en']): string {
  const options = Object.entries(t.modes).map(([mode, name]) => `<option value="${mode}">${name}</option>`);
  const fields = Object.entries(t.names).map(
    ([gateway, name]) =>
      `<label>${name}<select data-gateway="${gateway}" disabled>${options.join('')}</select></label>`,
  );
  return `<section id="gateways" aria-labelledby="gateways-title" data-failed="${t.gatewaysFailed}">
<h2 id="gateways-title">${t.gateways}</h2>
<p>${t.gatewaysLead}</p>
${fields.join('\n')}
<p id="gateways-status" role="status"></p>
</section>
`;
}

/**
 * Returns the language of an evaluation-mode page: the `lang` parameter of its URL, or else English for a
 * browser whose first language is English and Vietnamese for others.
 */
export function languageOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): 'vi' | 'en' {
  const requested = new URL(url, 'http://localhost').searchParams.get('lang');
  if (requested === 'en' || requested === 'vi') return requested;
  return headers['accept-language']?.startsWith('en') === true ? 'en' : 'vi';
}

export const evaluationCss = `${fontFaces}${pageColours}
body { margin: 0; background: var(--bg); color: var(--ink); font: 1rem/1.6 ${fontFamily}; }
h1 { font-weight: 600; letter-spacing: -.015em; line-height: 1.25; }
strong { font-weight: 600; }
a { color: var(--brand); text-underline-offset: 4px; }
a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 6px; }
.banner { margin: 0; padding: .75rem 1.5rem; background: var(--soft); font-size: .875rem; }
.other { float: right; margin: .5rem 0 0; }
`;

export const outboxCss = `${evaluationCss}main { max-width: 72rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
h1 { margin: .5rem 0; font-size: 1.75rem; }
#gateways { margin: 0 0 1.5rem; padding: 1rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 24px; }
#gateways h2 { margin: 0; font-size: 1.125rem; font-weight: 600; }
#gateways p { margin: .25rem 0 .75rem; color: var(--muted); font-size: .875rem; }
#gateways label { display: inline-grid; gap: .25rem; width: min(100%, 20rem); margin: 0 1.5rem .75rem 0; font-weight: 600; }
#gateways select { min-height: 2.75rem; width: 100%; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line); border-radius: 12px; padding: 0 .75rem; }
#status { margin: 0 0 1rem; color: var(--muted); }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: 24px; }
thead th { color: var(--muted); font-size: .875rem; font-weight: 600; }
tr:last-child td { border-bottom: 0; }
th, td { padding: .75rem 1rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.at, td.kind { white-space: nowrap; }
td.code { font: 600 1.25rem/1.3 ui-monospace, monospace; white-space: nowrap; letter-spacing: .08em; }
td.text { white-space: pre-wrap; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { display: block; padding: .1rem 0; border: 0; }
  td:empty { display: none; }
}
`;

/** Inserts only text nodes, and links only to http and https URLs, so that a message cannot inject markup. */
export const outboxJs = `const body = document.querySelector('#entries');
const status = document.querySelector('#status');
let shown = '';
function cell(row, text, name) {
  const td = row.insertCell();
  for (const part of (text ?? '').split(/(https?:\\/\\/\\S+)/)) td.append(/^https?:/.test(part) ? link(part) : part);
  td.className = name;
}
function link(address) {
  const a = document.createElement('a');
  a.href = address;
  a.textContent = address;
  return a;
}
async function refresh() {
  try {
    const answer = await fetch('/vid/dev/outbox.json', { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    const { data } = await answer.json();
    const newest = data[0]?.id ?? 'none';
    if (newest !== shown) {
      shown = newest;
      const rows = document.createElement('tbody');
      for (const entry of data) {
        const row = rows.insertRow();
        cell(row, new Date(entry.at).toLocaleTimeString('vi'), 'at');
        cell(row, entry.kind === entry.purpose ? entry.kind : entry.kind + ' · ' + entry.purpose, 'kind');
        cell(row, entry.to, 'to');
        cell(row, entry.code, 'code');
        cell(row, entry.text, 'text');
      }
      body.replaceChildren(...rows.childNodes);
      status.textContent = data.length === 0 ? status.dataset.none : status.dataset.count + ' ' + data.length;
    }
  } catch {
    status.textContent = status.dataset.failed;
    shown = '';
  }
  setTimeout(refresh, document.hidden ? 5000 : 1500);
}
refresh();
const switches = document.querySelectorAll('[data-gateway]');
const gatewaysStatus = document.querySelector('#gateways-status');
async function useModes(init) {
  try {
    const answer = await fetch('/vid/dev/gateways.json', { cache: 'no-store', ...init });
    if (!answer.ok) throw new Error(String(answer.status));
    const { data } = await answer.json();
    for (const each of switches) {
      each.value = data[each.dataset.gateway];
      each.disabled = false;
    }
    gatewaysStatus.textContent = '';
  } catch {
    gatewaysStatus.textContent = document.querySelector('#gateways').dataset.failed;
  }
}
for (const each of switches)
  each.addEventListener('change', () => {
    const body = JSON.stringify({ [each.dataset.gateway]: each.value });
    void useModes({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
  });
if (switches.length > 0) void useModes();
`;
