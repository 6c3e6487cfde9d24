import { faults, type Person } from './grant.ts';

const style = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f2f3f5;color:#1c1e21}
main{max-width:360px;margin:48px auto;padding:24px;background:#fff;border-radius:12px}
h1{font-size:20px;margin:0 0 4px}p{margin:0 0 16px;color:#555}
button{display:block;width:100%;min-height:48px;margin:8px 0;padding:8px 16px;border:1px solid #75867f;border-radius:8px;
background:#fff;color:inherit;font:inherit;text-align:left;cursor:pointer}
button[name=subject]{border-color:#0b5d51;background:#0b5d51;color:#fff}
details{margin-top:16px}label{display:block;margin:8px 0}select{width:100%;min-height:44px;font:inherit}`;

export function renderAuthorizePage(input: {
  readonly provider: string;
  readonly people: readonly Person[];
}): string {
  const provider = input.provider.charAt(0).toUpperCase() + input.provider.slice(1);
  const people = input.people.map(
    ({ subject, name }) =>
      `<button name="subject" value="${escape(subject)}">Continue as ${escape(name)}</button>`,
  );
  const choices = Object.entries(faults).map(
    ([fault, label]) => `<option value="${fault}">${escape(label)}</option>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<title>Sample ${provider}</title><style>${style}</style></head><body><main>
<h1>Sample ${provider}</h1><p>VID asks for your name and e-mail. This is not the real ${provider}.</p>
<form method="post">${people.join('')}
<button name="add" value="1">Another person</button>
<button name="cancel" value="1">Cancel</button>
<details><summary>Faults</summary>
<label>What goes wrong <select name="fault">${choices.join('')}</select></label>
<label><input type="checkbox" name="no-email" value="1"> Do not share the e-mail</label>
</details></form></main></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}
