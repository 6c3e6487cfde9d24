import type { Endpoint } from '@vid/contract/endpoint';
import { errorRegistry } from '@vid/contract/errors';
import { tags, type Tag } from '@vid/contract/tags';
import { splitName } from '#http/routes.ts';
import { escapeHtml as escape } from '#lib/escape-html.ts';
import { documents, type ApiDocument } from './documents.ts';
import { exampleOf } from './example.ts';
import { toJsonSchema, type JsonValue } from './json-schema.ts';
import { endpointsOf, introduction, securitySchemes, tagsOf, version } from './openapi.ts';
import { listFields, typeOf, type Field } from './reference-fields.ts';
import { referenceStyle } from './reference-style.ts';
import { webhookReference } from './webhook-reference.ts';

/**
 * Renders the API reference as one plain page. It has no script, so it works under the strictest content policy,
 * prints, and is searchable in the browser.
 */
export function renderReference(): (nonce: string) => string {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>`;
  const header = `<header><h1>${title} <small>${escape(version)}</small></h1><p><a href="/vid/web/">App</a></p></header>`;
  const contents = documents.map(renderContents).join('');
  const paragraphs = introduction.map((text) => `<p>${withCode(text)}</p>`).join('');
  const body = documents.map(renderDocument).join('');
  const rest = `</head><body><a class="skip" href="#content">Skip to content</a>${header}<div class="columns"><nav aria-label="Contents"><ul>${contents}<li><a href="#webhooks">Webhook events</a></li></ul></nav><main id="content" tabindex="-1">${paragraphs}${renderAccess()}${body}${renderWebhooks()}</main></div></body></html>`;
  return (nonce) => `${head}<style nonce="${nonce}">${referenceStyle}</style>${rest}`;
}

const title = 'VID API';

/**
 * Returns the endpoints of a tag, each with its anchor, which differs between documents because several documents may
 * contain the same id.
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
      ({ endpoint, anchor }) => `<li><a href="#${anchor}">${escape(endpoint.summary)}</a></li>`,
    );
    return `<li><a href="#${anchorOf(document, tag)}">${tag}</a><ul>${links.join('')}</ul></li>`;
  });
  const { key, title: name } = document;
  return `<li><a href="#${key}">${name}</a><ul>${sections.join('')}</ul></li>`;
}

function renderDocument(document: ApiDocument): string {
  const sections = tagsOf(document).map((tag) => {
    const id = anchorOf(document, tag);
    const articles = endpointsWith(document, tag).map(renderEndpoint);
    return `<section aria-labelledby="${id}"><h3 id="${id}">${tag}</h3><p>${escape(tags[tag])}</p>${articles.join('')}</section>`;
  });
  const { file, key, title: name, purpose } = document;
  return `<section aria-labelledby="${key}"><h2 id="${key}">${name}</h2><p>${purpose} <a href="/vid/docs/${file}">OpenAPI 3.1 document</a></p>${sections.join('')}</section>`;
}

type Entry = { readonly name: string; readonly endpoint: Endpoint; readonly anchor: string };

function renderEndpoint({ name, endpoint, anchor }: Entry): string {
  const [method, path] = splitName(name);
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
    `<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path)}</code> <span class="access">${escape(endpoint.access)}</span></p>`,
    parameters.length > 0 ? fieldTable('Parameters', parameters) : '',
    bodyFields.length > 0 ? fieldTable('Body', bodyFields) + example('Example body', exampleOf(body)) : '',
    dataFields.length > 0
      ? fieldTable('Response: data', dataFields)
      : `<p>Response: data is <code>${escape(typeOf(data))}</code>.</p>`,
    example('Example response', { data: exampleOf(data) }),
    errorTable(endpoint),
    '</article>',
  ].join('');
}

function renderWebhooks(): string {
  const events = webhookReference.map(({ type, summary, applications, schema, example: body }) =>
    [
      `<article aria-labelledby="event-${type}"><h3 id="event-${type}"><code>${type}</code></h3>`,
      `<p>${escape(summary)} To applications: ${escape(applications)}</p>`,
      fieldTable('Body', listFields(schema)),
      example('Example body', body),
      '</article>',
    ].join(''),
  );
  return `<section aria-labelledby="webhooks"><h2 id="webhooks">Webhook events</h2>${events.join('')}</section>`;
}

function fieldTable(caption: string, fields: readonly Field[]): string {
  const rows = fields.map(
    (field) =>
      `<tr><th scope="row"><code>${escape(field.name)}</code>${field.isRequired ? '' : ' <span class="optional">optional</span>'}</th><td><code>${escape(field.type)}</code></td><td>${withCode(field.note)}</td></tr>`,
  );
  return renderTable(caption, ['Field', 'Type', 'Meaning'], rows);
}

function errorTable({ errors }: Endpoint): string {
  if (errors.length === 0) return '<p>No errors beyond the common ones.</p>';
  const rows = errors.map((code) => {
    const { status, vi, en } = errorRegistry[code];
    return `<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escape(en)}<br><span lang="vi">${escape(vi)}</span></td></tr>`;
  });
  return renderTable('Errors', ['Code', 'Status', 'Text'], rows);
}

function renderAccess(): string {
  const rows = Object.entries(securitySchemes).map(
    ([name, scheme]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${whereOf(scheme)}</td><td>${withCode(scheme.description)}</td></tr>`,
  );
  return `<h2 id="access">Access</h2><p>public: anyone. visitor: anyone, with the pre-session cookie. gateway: a visitor with the client token. member: a session. manager: the session of a manager of the application. admin: an administrator’s session. machine: a machine client’s access token with the endpoint’s scope.</p>${renderTable('Credentials', ['Name', 'Where', 'Meaning'], rows)}`;
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

function withCode(text: string): string {
  return escape(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
}
