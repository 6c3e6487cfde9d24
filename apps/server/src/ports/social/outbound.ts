import { SocialProviderDown } from './provider.ts';

const maxBytes = 65_536;

type Options = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string;
};

/**
 * Calls a provider. Does not follow redirects, because they could lead to an internal address with VID's
 * secrets (L8). Reads the whole response, up to a limit.
 * @throws SocialProviderDown without a connection or a response before `signal` aborts, and for a redirect, a
 *   status of 5xx or 429, or a response that is too long
 */
export async function callProvider(
  url: URL,
  { method = 'GET', headers = {}, body }: Options,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const { status } = response;
    const text = await readText(response);
    if ((status >= 300 && status < 400) || status === 429 || status >= 500)
      throw new SocialProviderDown(`${url.host} answered ${status}`);
    return new Response(text, { status, headers: response.headers });
  } catch (error) {
    if (error instanceof SocialProviderDown) throw error;
    throw new SocialProviderDown(`${url.host} did not answer`, { cause: error });
  }
}

/**
 * Returns the JSON object in a response; an empty object for a JSON value without properties.
 * @throws SocialProviderDown if the response is not JSON
 */
export async function readObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    return objectIn(await response.json());
  } catch (error) {
    throw new SocialProviderDown('the answer is not JSON', { cause: error });
  }
}

export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function pictureIn(answer: Readonly<Record<string, unknown>>): string | null {
  return textIn(objectIn(objectIn(answer['picture'])['data'])['url']);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new SocialProviderDown('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
