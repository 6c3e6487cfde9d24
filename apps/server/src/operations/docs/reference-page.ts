import type { Access, Endpoint } from '@vid/contract/endpoint';
import { errorRegistry } from '@vid/contract/errors';
import { tags, type Tag } from '@vid/contract/tags';
import { mark } from '#http/pages/page-style.ts';
import { splitName } from '#http/routes/routes.ts';
import { escapeHtml as escape } from '#lib/text/escape-html.ts';
import { documents, type ApiDocument } from './documents.ts';
import { curlOf } from './curl.ts';
import { exampleOf } from './example.ts';
import { toJsonSchema, type JsonValue } from './json-schema.ts';
import { endpointsOf, introduction, securitySchemes, tagsOf, version } from './openapi.ts';
import { renderSignIn } from './sign-in-reference.ts';
import { listFields, typeOf, type Field } from './reference-fields.ts';
import { referenceStyle } from './reference-style.ts';
import { webhookReference } from './webhook-reference.ts';

/**
 * Renders the API reference as one page, grouped by audience. Its only script filters the calls as the reader
 * types; without the script, the page is complete and can be searched in the browser.
 */
export function renderReference(): (nonce: string) => string {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>`;
  const header = `<header>${mark}<h1>${title} <small>${escape(version)}</small></h1><a href="/vid/web/">Open VID</a></header>`;
  const search =
    '<p class="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Path, word or error code"><output for="search"></output></p>';
  const contents = [
    '<li><a href="#start">Start here</a></li><li><a href="#sign-in">Sign people in</a></li>',
    ...documents.map(renderContents),
    '<li><a href="#errors">Errors</a></li>',
  ].join('');
  const paragraphs = introduction.map((text) => `<p>${withCode(text)}</p>`).join('');
  const start = `<section aria-labelledby="start"><h2 id="start">Start here</h2>${paragraphs}<p>Each call has a <code>curl</code> command. Set the address first: <code>export VID=https://id.example.vn</code></p>${renderAccess()}</section>`;
  const body = documents.map(renderDocument).join('');
  const rest = `</head><body><a class="skip" href="#content">Skip to content</a>${header}<div class="columns"><nav aria-label="Contents">${search}<ul>${contents}</ul></nav><main id="content" tabindex="-1">${start}${renderSignIn()}${body}${renderErrors()}</main></div>`;
  return (nonce) =>
    `${head}<style nonce="${nonce}">${referenceStyle}</style>${rest}<script nonce="${nonce}">${searchScript}</script></body></html>`;
}

const title = 'VID API';

const searchScript = String.raw`{
const box=document.querySelector('.search');const field=box.querySelector('input');const count=box.querySelector('output');
const parts=[...document.querySelectorAll('main article,#error-codes tbody tr')];const links=[...document.querySelectorAll('nav li li li')];
const groups=[...document.querySelectorAll('main section,nav li:has(li)')];
const words=new Map(parts.map(part=>[part,part.textContent.toLowerCase()]));
const find=()=>{
const typed=field.value.toLowerCase().split(/\s+/).filter(Boolean);
for(const part of parts)part.hidden=!typed.every(word=>words.get(part).includes(word));
const shown=parts.filter(part=>!part.hidden);
const names=new Set(shown.map(part=>'#'+part.getAttribute('aria-labelledby')));
for(const link of links)link.hidden=!names.has(link.querySelector('a').getAttribute('href'));
for(const group of groups)group.hidden=typed.length>0&&!group.querySelector('article:not([hidden]),#error-codes tr[id]:not([hidden]),li li li:not([hidden])');
count.textContent=typed.length>0?shown.length+' found':'';
};
box.hidden=false;field.addEventListener('input',find);find();
}`;

/**
 * Returns the endpoints with anchors that include the document, because several documents may contain the
 * same id.
 */
function endpointsWith(document: ApiDocument, tag: Tag) {
  return endpointsOf(document)
    .filter(([, endpoint]) => endpoint.tag === tag)
    .map(([name, endpoint]) => ({ name, endpoint, anchor: anchorOf(document, endpoint.id) }));
}

function anchorOf(document: ApiDocument, name: string): string {
  return `${document.key}-${name}`;
}

function renderContents(document: ApiDocument): string {
  const sections = tagsOf(document).map((tag) => {
    const links = endpointsWith(document, tag).map(
      ({ name, endpoint, anchor }) =>
        `<li><a href="#${anchor}" title="${escape(endpoint.summary)}">${callOf(name)}</a></li>`,
    );
    return `<li><a href="#${anchorOf(document, tag)}">${tag}</a><ul>${links.join('')}</ul></li>`;
  });
  const { key, reader, hasWebhooks } = document;
  const webhooks = hasWebhooks ? renderWebhookContents() : '';
  return `<li><a href="#${key}">${reader}</a><ul>${sections.join('')}${webhooks}</ul></li>`;
}

function renderDocument(document: ApiDocument): string {
  const sections = tagsOf(document).map((tag) => {
    const id = anchorOf(document, tag);
    const articles = endpointsWith(document, tag).map(renderEndpoint);
    return `<section aria-labelledby="${id}"><h3 id="${id}">${tag}</h3><p>${escape(tags[tag])}</p>${articles.join('')}</section>`;
  });
  const { file, key, reader, title: name, purpose, hasWebhooks } = document;
  const webhooks = hasWebhooks ? renderWebhooks() : '';
  return `<section aria-labelledby="${key}"><h2 id="${key}">${reader}</h2><p>${name}: ${purpose} <a href="/vid/docs/${file}">OpenAPI 3.1 document</a></p>${sections.join('')}${webhooks}</section>`;
}

function callOf(name: string): string {
  const [method, path] = splitName(name);
  return `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path)}</code>`;
}

type Entry = { readonly name: string; readonly endpoint: Endpoint; readonly anchor: string };

function renderEndpoint({ name, endpoint, anchor }: Entry): string {
  const parameters = [
    ...listFields(toJsonSchema(endpoint.params)).map((field) => ({ ...field, note: 'in the path' })),
    ...listFields(toJsonSchema(endpoint.query)).map((field) => ({ ...field, note: 'in the query' })),
  ];
  const body = toJsonSchema(endpoint.body);
  const data = toJsonSchema(endpoint.data);
  const bodyFields = listFields(body);
  const dataFields = listFields(data);
  return [
    `<article aria-labelledby="${anchor}">`,
    `<h4 id="${anchor}">${escape(endpoint.summary)}</h4>`,
    `<p class="call">${callOf(name)} <span class="access">${escape(endpoint.access)}</span></p>`,
    command(curlOf(name, endpoint)),
    parameters.length > 0 ? fieldTable('Parameters', parameters) : '',
    bodyFields.length > 0 ? fieldTable('Body', bodyFields) + example('Example body', exampleOf(body)) : '',
    dataFields.length > 0
      ? fieldTable('Response: data', dataFields)
      : `<p>Response: data is <code>${escape(typeOf(data))}</code>.</p>`,
    example('Example response', { data: exampleOf(data) }),
    errorsOf(endpoint),
    '</article>',
  ].join('');
}

function renderWebhooks(): string {
  const events = webhookReference.map(({ type, summary, applications, schema, example: body }) =>
    [
      `<article aria-labelledby="event-${type}"><h4 id="event-${type}"><code>${type}</code></h4>`,
      `<p>${escape(summary)} To applications: ${escape(applications)}</p>`,
      fieldTable('Body', listFields(schema)),
      example('Example body', body),
      '</article>',
    ].join(''),
  );
  return `<section aria-labelledby="webhooks"><h3 id="webhooks">Webhook events</h3>${events.join('')}</section>`;
}

function renderWebhookContents(): string {
  const links = webhookReference.map(
    ({ type }) => `<li><a href="#event-${type}"><code>${type}</code></a></li>`,
  );
  return `<li><a href="#webhooks">Webhook events</a><ul>${links.join('')}</ul></li>`;
}

function fieldTable(caption: string, fields: readonly Field[]): string {
  const rows = fields.map(
    (field) =>
      `<tr><th scope="row"><code>${escape(field.name)}</code>${field.isRequired ? '' : ' <span class="optional">optional</span>'}</th><td><code>${escape(field.type)}</code></td><td>${withCode(field.note)}</td></tr>`,
  );
  return renderTable(caption, ['Field', 'Type', 'Meaning'], rows);
}

function errorsOf({ errors }: Endpoint): string {
  if (errors.length === 0) return '<p>No errors beyond the common ones.</p>';
  const links = errors.map((code) => `<a href="#error-${code}"><code>${code}</code></a>`);
  return `<p class="errors">Errors: ${links.join(', ')}</p>`;
}

function renderErrors(): string {
  const rows = Object.entries(errorRegistry).map(
    ([code, { status, vi, en }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escape(en)}<br><span lang="vi">${escape(vi)}</span></td></tr>`,
  );
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2><div id="error-codes">${renderTable('All error codes', ['Code', 'Status', 'Text'], rows)}</div></section>`;
}

const callerTexts: Readonly<Record<Access, string>> = {
  public: 'Anyone',
  visitor: 'Anyone, with the pre-session cookie',
  gateway: 'A visitor with the client token',
  member: 'A member’s session',
  manager: 'The session of a manager of the application',
  admin: 'An administrator’s session',
  machine: 'A machine client’s access token with the endpoint’s scope',
};

function renderAccess(): string {
  const callers = Object.entries(callerTexts).map(
    ([name, text]) => `<tr><th scope="row">${name}</th><td>${text}</td></tr>`,
  );
  const rows = Object.entries(securitySchemes).map(
    ([name, scheme]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${whereOf(scheme)}</td><td>${withCode(scheme.description)}</td></tr>`,
  );
  return `<h3 id="access">Access</h3>${renderTable('Callers', ['Access', 'Who may call'], callers)}${renderTable('Credentials', ['Name', 'Where', 'Meaning'], rows)}`;
}

function whereOf(scheme: (typeof securitySchemes)[keyof typeof securitySchemes]): string {
  if (scheme.type === 'oauth2') return 'header <code>Authorization</code>';
  return `${scheme.in} <code>${escape(scheme.name)}</code>`;
}

function renderTable(caption: string, columns: readonly string[], rows: readonly string[]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function example(summary: string, value: JsonValue): string {
  return `<details><summary>${summary}</summary><pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre></details>`;
}

function command(text: string): string {
  return `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
}

function withCode(text: string): string {
  return escape(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
}
