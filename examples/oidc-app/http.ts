import type { IncomingMessage, ServerResponse } from 'node:http';

const headers = {
  // VID's origin must be allowed, because the sign-out form redirects to VID.
  'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' ${process.env['VID_ORIGIN'] ?? 'http://localhost:8080'}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  // With no-referrer, browsers would send `Origin: null` with this application's own forms.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

export function send(response: ServerResponse, status: number, body: string, type = 'text/html'): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
}

export function redirect(response: ServerResponse, to: URL): void {
  response.writeHead(303, { ...headers, location: to.href }).end();
}

export function setCookie(response: ServerResponse, name: string, value: string): void {
  response.appendHeader('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`);
}

export function cookieOf(request: IncomingMessage, name: string): string {
  const pairs = request.headers.cookie?.split('; ').map((pair) => pair.split('=', 2));
  return pairs?.find(([key]) => key === name)?.[1] ?? '';
}

export async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 20_000) throw new Error('The body is too long.');
  }
  return text;
}
