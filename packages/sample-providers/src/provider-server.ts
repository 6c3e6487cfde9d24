import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { renderAuthorizePage } from './authorize-page.ts';
import { isFault, type Fault, type Grant, type Person } from './grant.ts';

export type ProviderCall = { readonly path: string; readonly query: URLSearchParams };

export type ProviderServer = {
  readonly origin: string;
  readonly calls: readonly ProviderCall[];
  /**
   * Applies `slow`, `error`, `redirect` or `huge` to every protocol call, until `break('none')` is called. Other faults
   * apply only to a grant.
   */
  break(fault: Fault): void;
  close(): Promise<void>;
};

export type CallInput = ProviderCall & {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
};
export type Reply = { readonly status?: number; readonly type?: string; readonly body: string };

export type Tokens = {
  issue(grant: Grant): string;
  find(secret: string | null): Grant | undefined;
  /** Finds a grant and deletes it, because an authorization code is valid once. */
  redeem(secret: string | null): Grant | undefined;
};

export type Protocol = {
  readonly name: string;
  readonly authorizePath: string;
  /** Returns the URL that the browser opens after the authorize page, or a page to show instead. */
  readonly finish: (grant: Grant, tokens: Tokens) => URL | Reply;
  /** Returns the page that “Cancel” shows. Without a page, the browser returns with the error access_denied. */
  readonly cancel?: (request: URLSearchParams) => Reply | undefined;
  /** Handles a call from VID's server or from a page. Returns undefined for an unknown path. */
  readonly answer: (
    call: CallInput,
    tokens: Tokens,
    origin: string,
  ) => Reply | undefined | Promise<Reply | undefined>;
  /** Returns the grant that a call is about, so that the grant's faults apply. */
  readonly grantOf: (call: CallInput, tokens: Tokens) => Grant | undefined;
};

export const picturePath = '/picture.svg';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#0b5d51" d="M0 0h48v48H0z"/>' +
  '<circle cx="24" cy="18" r="8" fill="#fff"/><path fill="#fff" d="M8 44a16 14 0 0 1 32 0z"/></svg>';

/** Exceeds VID's response timeout. */
const slowMs = 9_000;
/** Exceeds the largest response that VID accepts. */
const hugeBytes = 2_000_000;

export const json = (body: unknown, status = 200): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export const challengeOf = (verifier: string | null): string =>
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');

/** Returns the redirect URI with a code and the state. */
export function backWithCode(grant: Grant, tokens: Tokens): URL {
  const back = new URL(grant.request.get('redirect_uri') ?? '');
  back.searchParams.set('code', tokens.issue(grant));
  back.searchParams.set('state', grant.request.get('state') ?? '');
  return back;
}

export async function startProviderServer(protocol: Protocol): Promise<ProviderServer> {
  const calls: ProviderCall[] = [];
  const tokens = createTokens();
  let broken: Fault = 'none';
  let origin = '';

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const form = new URLSearchParams(await text(request));
    if (url.pathname === protocol.authorizePath) {
      authorize({ protocol, request, response, query: url.searchParams, form, tokens });
      return;
    }
    if (url.pathname === picturePath) {
      send(response, { type: 'image/svg+xml', body: picture });
      return;
    }
    const call: CallInput = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      form,
    };
    calls.push({ path: call.path, query: call.query });
    const fault = broken === 'none' ? (protocol.grantOf(call, tokens)?.fault ?? 'none') : broken;
    if (fault === 'slow') await sleep(slowMs, response);
    if (fault === 'redirect') {
      response.writeHead(302, { location: `${origin}/internal` }).end();
      return;
    }
    if (fault === 'error') {
      send(response, json({ error: 'internal' }, 500));
      return;
    }
    if (fault === 'huge') {
      send(response, json({ filler: 'x'.repeat(hugeBytes) }));
      return;
    }
    send(response, (await protocol.answer(call, tokens, origin)) ?? json({ error: 'not found' }, 404));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    calls,
    break(fault) {
      broken = fault;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createTokens(): Tokens {
  const grants = new Map<string, Grant>();
  return {
    issue(grant) {
      const secret = randomBytes(24).toString('base64url');
      grants.set(secret, grant);
      return secret;
    },
    find: (secret) => grants.get(secret ?? ''),
    redeem(secret) {
      const grant = grants.get(secret ?? '');
      grants.delete(secret ?? '');
      return grant;
    },
  };
}

type Authorization = {
  readonly protocol: Protocol;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly tokens: Tokens;
};

/** Shows the authorize page, or continues as the chosen person. */
function authorize({ protocol, request, response, query, form, tokens }: Authorization): void {
  const known = readPeople(request, protocol.name);
  const people = known.length > 0 ? known : [newPerson()];
  if (request.method !== 'POST' || form.get('add') !== null) {
    const shown = form.get('add') === null ? people : [...people, newPerson()];
    response.setHeader('set-cookie', peopleCookie(protocol.name, shown));
    const page = renderAuthorizePage({ provider: protocol.name, people: shown });
    send(response, { type: 'text/html; charset=utf-8', body: page });
    return;
  }
  if (form.get('cancel') !== null) {
    const reply = protocol.cancel?.(query);
    if (reply) {
      send(response, reply);
      return;
    }
    const back = new URL(query.get('redirect_uri') ?? 'about:blank');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(303, { location: back.href }).end();
    return;
  }
  const subject = form.get('subject') ?? '';
  const person = people.find((candidate) => candidate.subject === subject) ?? {
    subject,
    name: form.get('name') ?? 'Nguyễn Thị Minh Anh',
    email: form.get('email'),
  };
  const chosen = form.get('fault') ?? 'none';
  const grant: Grant = {
    person: form.get('no-email') === null ? person : { ...person, email: null },
    fault: isFault(chosen) ? chosen : 'none',
    request: query,
  };
  const next = protocol.finish(grant, tokens);
  if (next instanceof URL) response.writeHead(303, { location: next.href }).end();
  else send(response, next);
}

const familyNames = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Võ', 'Đặng', 'Bùi'];
const givenNames = ['Minh Anh', 'Quốc Bảo', 'Thu Hà', 'Gia Huy', 'Ngọc Lan', 'Đức Long', 'Thanh Tâm'];

function newPerson(): Person {
  const bytes = randomBytes(10);
  const subject = BigInt(`0x${bytes.subarray(2).toString('hex')}`).toString();
  const family = familyNames[(bytes[0] ?? 0) % familyNames.length] ?? '';
  const given = givenNames[(bytes[1] ?? 0) % givenNames.length] ?? '';
  return { subject, name: `${family} ${given}`, email: `sample${subject.slice(-6)}@example.com` };
}

/** Lists the people remembered by this browser, so that a later visit can continue as the same person. */
function readPeople(request: IncomingMessage, name: string): Person[] {
  const cookies = request.headers.cookie ?? '';
  const value = new RegExp(`(?:^|; )${name}_people=([^;]*)`, 'u').exec(cookies)?.[1];
  try {
    const people: unknown = JSON.parse(Buffer.from(value ?? '', 'base64url').toString('utf8'));
    return Array.isArray(people) ? people.filter(isPerson) : [];
  } catch {
    return [];
  }
}

function peopleCookie(name: string, people: readonly Person[]): string {
  const value = Buffer.from(JSON.stringify(people.slice(-5))).toString('base64url');
  return `${name}_people=${value}; HttpOnly; Path=/; SameSite=Lax; Max-Age=31536000`;
}

function isPerson(value: unknown): value is Person {
  return (
    typeof value === 'object' &&
    value !== null &&
    'subject' in value &&
    typeof value.subject === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'email' in value &&
    (typeof value.email === 'string' || value.email === null)
  );
}

function send(response: ServerResponse, { status = 200, type = 'text/plain', body }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** Waits for `ms` milliseconds, or until the client closes the connection. */
function sleep(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the server has no port'));
    });
  });
}
