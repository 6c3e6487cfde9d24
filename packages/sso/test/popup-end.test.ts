// @vitest-environment happy-dom
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSso, deliver, encode, fakePopup, iss, refusalOf, vidOrigin } from './browser.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('isSecureContext', true);
  // Let the request for the page's opener policy fail, unless a test stubs `fetch`.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const minute = 60_000;

async function begin() {
  const seen = createSso();
  const { popup, address } = fakePopup();
  const outcome = vi.fn<(value: unknown) => void>();
  void seen.sso.signInWithPopup().then(outcome, outcome);
  const state = (await address()).searchParams.get('state') ?? '';
  return { ...seen, popup, state, outcome };
}

/** Makes the popup look like a page of another origin. */
function showOtherOrigin(popup: object): void {
  const location = Object.defineProperty({}, 'href', {
    get: () => {
      throw new DOMException('Blocked a frame', 'SecurityError');
    },
  });
  Object.assign(popup, { location });
}

function answerWithPolicy(policy: string | undefined, more: { status?: number; redirected?: true } = {}) {
  const headers: Record<string, string> =
    policy === undefined ? {} : { 'cross-origin-opener-policy': policy };
  const answer = new Response(null, { status: more.status ?? 200, headers });
  Object.defineProperty(answer, 'redirected', { value: more.redirected ?? false });
  const ask = vi.fn<typeof fetch>(() => Promise.resolve(answer));
  vi.stubGlobal('fetch', ask);
  return ask;
}

const offer = (state: string) => ({ authCode: 'c', state, iss, until: Date.now() + minute });

describe('a popup that the user closes', () => {
  it.each([
    ['after validation', (popup: object) => deliver(encode('SSO_LOADED'), vidOrigin, popup)],
    ['after a refusal that came before validation and posted no message', showOtherOrigin],
  ])('%s ends the sign-in within 1.2 seconds', async (_when, act) => {
    const ask = answerWithPolicy('same-origin');
    const { popup, outcome, errors } = await begin();
    act(popup);
    await vi.advanceTimersByTimeAsync(1_000);
    popup.closed = true;
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_200);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'POPUP_CLOSED' }));
    expect(errors.map(({ code }) => code)).toEqual(['POPUP_CLOSED']);
    expect(sessionStorage).toHaveLength(0);
    // The SDK has seen the popup attached, so the page's opener policy does not matter.
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([undefined, 'unsafe-none', 'same-origin-allow-popups; report-to="x"'])(
    'ends the sign-in under the page policy %s before it has loaded',
    async (policy) => {
      const ask = answerWithPolicy(policy);
      const { popup, outcome } = await begin();
      popup.closed = true;
      await vi.advanceTimersByTimeAsync(1_200);
      expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'POPUP_CLOSED' }));
      expect(ask).toHaveBeenCalledExactlyOnceWith(location.href, { method: 'HEAD' });
    },
  );

  it('completes the sign-in if its response arrives just after it closed', async () => {
    const { popup, state, outcome } = await begin();
    showOtherOrigin(popup);
    await vi.advanceTimersByTimeAsync(1_000);
    popup.closed = true;
    // Deliver the response 400 ms after the SDK has seen that the popup is closed.
    await vi.advanceTimersByTimeAsync(600);
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, popup);
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ authCode: 'c' }));
  });
});

describe('a popup that was severed from its opener', () => {
  it.each<[string, () => void]>([
    ['the policy same-origin', () => answerWithPolicy('same-origin')],
    ['the policy noopener-allow-popups', () => answerWithPolicy('noopener-allow-popups')],
    ['an unknown policy', () => answerWithPolicy('unsafe-none-of-these')],
    ['two policies', () => answerWithPolicy('same-origin, unsafe-none')],
    [
      'a page in a frame, where the policy of the top page applies',
      () => {
        answerWithPolicy('unsafe-none');
        vi.stubGlobal('top', {});
      },
    ],
    ['page headers that cannot be fetched', () => undefined],
    ['an error as the answer of the page', () => answerWithPolicy(undefined, { status: 503 })],
    ['a redirected request', () => answerWithPolicy(undefined, { redirected: true })],
  ])('can deliver its response after 14 minutes, in spite of %s', async (_case, stubPolicy) => {
    stubPolicy();
    const { popup, state, outcome } = await begin();
    // The popup is empty while VID loads.
    await vi.advanceTimersByTimeAsync(1_200);
    // While a browser severs a popup, the popup briefly looks like a page of another origin.
    showOtherOrigin(popup);
    await vi.advanceTimersByTimeAsync(400);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(14 * minute);
    expect(outcome).not.toHaveBeenCalled();
    const channel = new NodeBroadcastChannel('vid-sso');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel.postMessage(offer(state));
    await vi.waitUntil(() => outcome.mock.calls.length > 0, { timeout: 20_000 });
    channel.close();
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ authCode: 'c' }));
  });

  it('ends the sign-in with a timeout', async () => {
    const { popup, outcome } = await begin();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(15 * minute);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'TIMEOUT' }));
  });
});

it('the SDK stops listening once the sign-in is over', async () => {
  const close = vi.spyOn(BroadcastChannel.prototype, 'close');
  const { popup, state, outcome, errors } = await begin();
  deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, popup);
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ authCode: 'c' }));
  expect([vi.getTimerCount(), close.mock.calls.length]).toEqual([0, 1]);
  deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN' }), vidOrigin, popup);
  expect(errors).toEqual([]);
  close.mockRestore();
});

describe('a refusal in a popup', () => {
  it('is emitted immediately and ends the sign-in when the popup is closed', async () => {
    const { popup, outcome, errors } = await begin();
    deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN', text: 'no' }), vidOrigin, popup);
    expect(errors).toEqual([expect.objectContaining({ code: 'REFUSED', reason: 'SSO_FORBIDDEN' })]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(outcome).not.toHaveBeenCalled();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1_200);
    expect(outcome).toHaveBeenCalledWith(errors[0]);
    expect(errors).toHaveLength(1);
  });

  it.each([
    ['SSO_FORBIDDEN', 'SSO_FORBIDDEN'],
    [{ code: 'SSO_FORBIDDEN' }, 'SSO_FORBIDDEN'],
    [{}, 'unknown'],
    [null, 'unknown'],
    [7, 'unknown'],
  ])('with the message %j has the reason %s', async (message, reason) => {
    const { popup, errors } = await begin();
    deliver(encode('SSO_ERROR', message), vidOrigin, popup);
    expect(errors).toMatchObject([{ name: 'VidSsoError', code: 'REFUSED', reason }]);
  });

  it('does not prevent a sign-in with another account in the same popup', async () => {
    const { popup, state, outcome, errors, successes } = await begin();
    deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN', text: 'no' }), vidOrigin, popup);
    await vi.advanceTimersByTimeAsync(minute);
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, popup);
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ authCode: 'c' }));
    expect([errors.length, successes.length]).toEqual([1, 1]);
  });
});

describe('a page that was reloaded while its popup was open', () => {
  it('accepts only the response of its own popup, and only once', async () => {
    const { state } = await begin();
    const verifier = sessionStorage.getItem(`vid-sso:${state}`);
    const { sso, successes } = createSso();
    const resuming = sso.resume();
    for (const [origin, said] of [
      ['https://evil.example', { authCode: 'evil', state, iss }],
      [vidOrigin, { authCode: 'other', state: 'other', iss }],
    ] as const)
      deliver(encode('SSO_SUCCESS', said), origin, {});
    deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN', state }), vidOrigin, {});
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, {});
    const result = await resuming;
    expect(result).toMatchObject({ authCode: 'c' });
    expect(verifier).toContain(result?.codeVerifier);
    expect(successes).toEqual([result]);
    expect(await sso.resume()).toBeUndefined();
  });

  it('waits for the newest of several popups', async () => {
    const abandoned = await begin();
    await vi.advanceTimersByTimeAsync(minute);
    const { state } = await begin();
    const resuming = createSso().sso.resume();
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, {});
    expect(await resuming).toMatchObject({ authCode: 'c' });
    vi.setSystemTime(Date.now() + 16 * minute);
    expect(await createSso().sso.resume()).toBeUndefined();
    expect(sessionStorage.getItem(`vid-sso:${abandoned.state}`)).toBeNull();
  });

  it('rejects a response from another issuer', async () => {
    const { state } = await begin();
    const resuming = refusalOf(createSso().sso.resume());
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss: 'https://evil.example' }), vidOrigin, {});
    expect(await resuming).toMatchObject({ code: 'ISSUER_MISMATCH' });
  });

  it('stops waiting at the timeout, without an error', async () => {
    await begin();
    await vi.advanceTimersByTimeAsync(14 * minute);
    const { sso, errors } = createSso();
    const settled = vi.fn<(value: unknown) => void>();
    const resuming = sso.resume();
    void resuming.then(settled);
    // The timeout is 15 minutes after the start of the sign-in, not of the page.
    await vi.advanceTimersByTimeAsync(minute - 1_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await resuming).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('ignores stored values that do not belong to a popup', async () => {
    sessionStorage.setItem('cart', 'no JSON');
    sessionStorage.setItem('vid-sso:redirect', JSON.stringify({ verifier: 'v', startedAt: Date.now() }));
    expect(await createSso().sso.resume()).toBeUndefined();
    expect(sessionStorage).toHaveLength(2);
  });

  it('does not wait without a popup or after the timeout', async () => {
    const { sso } = createSso();
    expect(await sso.resume()).toBeUndefined();
    const waiting = await begin();
    expect(await waiting.sso.resume()).toBeUndefined();
    const { startedAt } = JSON.parse(sessionStorage.getItem(`vid-sso:${waiting.state}`) ?? '{}');
    vi.setSystemTime(startedAt + 15 * minute);
    const settled = vi.fn<(value: unknown) => void>();
    void sso.resume().then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledExactlyOnceWith(undefined);
  });
});
