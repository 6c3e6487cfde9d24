/** The outbox page in plain HTML, so that it works when the web app does not. */
export const outboxHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · VID evaluation</title>
<link rel="stylesheet" href="/vid/dev/outbox.css">
<noscript><meta http-equiv="refresh" content="3"></noscript>
</head>
<body>
<p class="banner"><strong>Evaluation mode.</strong> Nothing is sent: every SMS, email and captcha answer is shown here. This page does not exist in production.</p>
<main>
<p><a href="/vid/dev/">← VID evaluation</a></p>
<h1>Outbox</h1>
<p id="status" role="status">Loading…</p>
<table>
<thead><tr><th scope="col">Time</th><th scope="col">Kind</th><th scope="col">To</th><th scope="col">Code</th><th scope="col">Text</th></tr></thead>
<tbody id="entries"></tbody>
</table>
<noscript><p>Without JavaScript, read <a href="/vid/dev/outbox.json">outbox.json</a>.</p></noscript>
</main>
<script src="/vid/dev/outbox.js" defer></script>
</body>
</html>
`;

export const outboxCss = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
.banner { margin: 0; padding: .75rem 1.5rem; background: #7a2e0e; color: #fff; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
h1 { margin: .5rem 0; font-size: 1.5rem; }
#status { margin: 0 0 1rem; color: GrayText; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere; }
td.code { font: 700 1.25rem/1.3 ui-monospace, monospace; white-space: nowrap; letter-spacing: .08em; }
td.text { white-space: pre-wrap; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .75rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  td { display: block; padding: .1rem 0; border: 0; }
}
`;

/** Writes text nodes, and links to http addresses only, so that a message cannot inject markup. */
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
        cell(row, new Date(entry.at).toLocaleTimeString(), 'at');
        cell(row, entry.kind === entry.purpose ? entry.kind : entry.kind + ' · ' + entry.purpose, 'kind');
        cell(row, entry.to, 'to');
        cell(row, entry.code, 'code');
        cell(row, entry.text, 'text');
      }
      body.replaceChildren(...rows.childNodes);
      status.textContent = data.length === 0 ? 'Nothing yet.' : data.length + (data.length === 1 ? ' entry.' : ' entries, newest first.');
    }
  } catch {
    status.textContent = 'The server is not reachable. Retrying…';
    shown = '';
  }
  setTimeout(refresh, document.hidden ? 5000 : 1500);
}
refresh();
`;
