import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { sessionEnded } from '../src/session/session.ts';
import { connect } from '../src/app/start/connect.ts';
import { basePath } from '../src/navigation/paths.ts';
import { activateLocale, loadTexts } from '../src/shared/i18n/i18n.ts';
import { notify } from '../src/shared/ui/feedback/notify.ts';
import { authEvents } from '../src/state/auth.ts';
import { createFakeServer, data, type FakeServer } from './fake-server.ts';

let server = createFakeServer();
let here = '';
let captchas = 0;
let solutions = 0;
let disconnect: (() => void) | undefined;

export function network(): FakeServer {
  return server;
}

export function address(): string {
  return here;
}

function Address() {
  const { pathname, search } = useLocation();
  // A layout effect runs when the page is on the screen, not while it loads.
  useLayoutEffect(() => {
    here = `${pathname}${search}`;
  }, [pathname, search]);
  return null;
}

export function bodiesOf(endpoint: string): unknown[] {
  return server.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body);
}

function textsOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => {
    const key = storage.key(index) ?? '';
    return `${key}=${storage.getItem(key) ?? ''}`;
  });
}

/** Returns everything that a script can read from storage and cookies. */
export function allStored(): string {
  return [...textsOf(localStorage), ...textsOf(sessionStorage), document.cookie].join('\n');
}

/** Replaces the browser's Worker and responds immediately with `solution`; null means that no solution was found. */
class FakeWorker extends EventTarget {
  static solution: object | null;

  postMessage(): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: FakeWorker.solution })));
  }

  terminate(): void {}
}

export function failProofOfWork(): void {
  FakeWorker.solution = null;
}

export const challenge = (needsPicture = false) =>
  data({
    needsPicture,
    parameters: { algorithm: 'SHA-256', expiresAt: Math.floor(Date.now() / 1000) + 300 },
  });

/** Sets up each test with Vietnamese texts, no session and a fake server that accepts captcha and codes. */
export function useVisitorScreens(): void {
  beforeEach(async () => {
    await loadTexts('core', 'signUp', 'reset', 'sso');
    activateLocale('vi');
    server = createFakeServer();
    captchas = 0;
    solutions = 0;
    disconnect = connect();
    vi.stubGlobal('fetch', server.fetch);
    server.on('GET /vid/api/auth/client/config', () =>
      data({
        clientId: 'vid-web',
        clientTokenKey: btoa('k'.repeat(32)),
        serverTime: 1_700_000_000_000,
        captchaKinds: ['image', 'proof-of-work'],
        social: { facebook: null, google: null, zalo: null },
      }),
    );
    FakeWorker.solution = { counter: 7, derivedKey: 'ab' };
    vi.stubGlobal('Worker', FakeWorker);
    server.on('GET /vid/gateway/captcha/challenge', () => challenge());
    server.on('POST /vid/gateway/captcha/solution', () => {
      solutions += 1;
      return data({ captchaToken: `work_${solutions}`, expiresIn: 120 });
    });
    server.on('POST /vid/gateway/captcha/generate', () => {
      captchas += 1;
      return data({
        captchaId: `cap_${captchas}`,
        captchaImage: 'data:image/png;base64,AAAA',
        expiresIn: 300,
      });
    });
    server.on('POST /vid/gateway/captcha/validate', () =>
      data({ captchaToken: `ct_${captchas}`, expiresIn: 120 }),
    );
    server.on('POST /vid/gateway/otp/request', () =>
      data({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 60, digits: 6 }),
    );
    server.on('POST /vid/gateway/otp/validate', () => data({ otpToken: 'secret-otp-token', expiresIn: 600 }));
  });
  afterEach(() => {
    cleanup();
    disconnect?.();
    sessionEnded();
    authEvents.loginTargetKept(null);
    localStorage.clear();
    sessionStorage.clear();
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9]) notify.dismiss(id);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

export function visit(path: string) {
  history.replaceState(null, '', `${basePath}${path}`);
  return openAgain();
}

/** Opens the app at the current history entry, as a reload does. */
export function openAgain() {
  const user = userEvent.setup();
  const view = render(
    <BrowserRouter basename={basePath}>
      <Address />
      <App />
    </BrowserRouter>,
  );
  return { user, ...view };
}

export const arrive = (path: string) => waitFor(() => expect(address()).toBe(path));

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
