import { errorRegistry } from '@vid/contract/errors';
import { errorTextsEn } from '@vid/contract/messages/en';
import { errorTextsVi } from '@vid/contract/messages/vi';
import { asSchema, type JsonSchema, type JsonValue } from './json-schema.ts';
import type { OpenApi, Operation } from './openapi.ts';
import { listFields, textOf, typeOf, type Field } from './reference-fields.ts';
import { referenceStyle } from './reference-style.ts';

/**
 * The API reference as one plain page: no script at all, so it reads under the strictest content policy, prints,
 * and is searched with the browser's own search.
 */
export function renderReference(document: OpenApi): (nonce: string) => string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return { name, own };
  });
  const contents = sections
    .map(
      ({ name, own }) =>
        `<li><a href="#tag-${escape(name)}">${escape(name)}</a><ul>${own
          .map(
            ({ operation }) =>
              `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`,
          )
          .join('')}</ul></li>`,
    )
    .join('');
  const body = sections
    .map(
      ({ name, own }) =>
        `<section aria-labelledby="tag-${escape(name)}"><h2 id="tag-${escape(name)}">${escape(name)}</h2>${own
          .map((entry) => renderOperation(entry, document))
          .join('')}</section>`,
    )
    .join('');
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(document.info.title)}</title>`;
  const rest = `</head><body><a class="skip" href="#content">Skip to content</a><header><h1>${escape(document.info.title)} <small>${escape(document.info.version)}</small></h1><p><a href="/vid/docs/openapi.json">OpenAPI 3.1 document</a> · <a href="/vid/web/">App</a></p></header><div class="columns"><nav aria-label="Contents"><ul>${contents}</ul></nav><main id="content" tabindex="-1">${document.info.description
    .split('\n\n')
    .map((text) => `<p>${withCode(text)}</p>`)
    .join('')}${renderSchemes(document)}${body}</main></div></body></html>`;
  return (nonce) => `${head}<style nonce="${nonce}">${referenceStyle}</style>${rest}`;
}

type Entry = { readonly path: string; readonly method: string; readonly operation: Operation };

function renderOperation({ path, method, operation }: Entry, document: OpenApi): string {
  const { schemas } = document.components;
  const request = contentOf(operation.requestBody);
  const answer = contentOf(operation.responses['200']);
  const data = asSchema(asSchema(asSchema(answer['schema'])['properties'])['data']);
  const bodyFields = listFields(asSchema(request['schema']), schemas);
  const dataFields = listFields(data, schemas);
  const parameters = (operation.parameters ?? []).map((parameter): Field => ({
    name: textOf(parameter['name']),
    type: typeOf(asSchema(parameter['schema']), schemas),
    isRequired: parameter['required'] === true,
    note: `in the ${textOf(parameter['in'])}`,
  }));
  return [
    `<article aria-labelledby="${operation.operationId}">`,
    `<h3 id="${operation.operationId}">${escape(operation.summary)}</h3>`,
    `<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path)}</code> <span class="access">${escape(operation['x-vid-access'])}</span></p>`,
    parameters.length > 0 ? fieldTable('Parameters', parameters) : '',
    bodyFields.length > 0
      ? fieldTable('Body', bodyFields) + example('Example of the body', request['example'])
      : '',
    dataFields.length > 0
      ? fieldTable('Answer: data', dataFields)
      : `<p>Answer: data is <code>${escape(typeOf(data, schemas))}</code>.</p>`,
    example('Example of the answer', answer['example']),
    errorTable(operation),
    '</article>',
  ].join('');
}

function contentOf(value: JsonValue | undefined): JsonSchema {
  return asSchema(asSchema(asSchema(value)['content'])['application/json']);
}

function fieldTable(caption: string, fields: readonly Field[]): string {
  const rows = fields
    .map(
      (field) =>
        `<tr><th scope="row"><code>${escape(field.name)}</code>${field.isRequired ? '' : ' <span class="optional">optional</span>'}</th><td><code>${escape(field.type)}</code></td><td>${withCode(field.note)}</td></tr>`,
    )
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function errorTable(operation: Operation): string {
  const codes = operation['x-vid-errors'];
  if (codes.length === 0) return '<p>No failures of its own.</p>';
  const rows = codes
    .map(
      (code) =>
        `<tr><th scope="row"><code>${code}</code></th><td>${errorRegistry[code].status}</td><td>${escape(errorTextsEn[code])}<br><span lang="vi">${escape(errorTextsVi[code])}</span></td></tr>`,
    )
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="Failures"><table><caption>Failures of its own</caption><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function renderSchemes(document: OpenApi): string {
  const rows = Object.entries(document.components.securitySchemes)
    .map(
      ([name, scheme]) =>
        `<tr><th scope="row">${escape(name)}</th><td>${scheme.in} <code>${escape(scheme.name)}</code></td><td>${withCode(scheme.description)}</td></tr>`,
    )
    .join('');
  return `<h2 id="access">Access</h2><p>public: anyone. visitor: anyone, with the pre-session cookie. gateway: that, and the client token. member: a session. admin: the session of an administrator.</p><div class="scroll" tabindex="0" role="region" aria-label="Access"><table><caption>What a call carries</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function example(title: string, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return `<details><summary>${title}</summary><pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre></details>`;
}

function withCode(text: string): string {
  return escape(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
