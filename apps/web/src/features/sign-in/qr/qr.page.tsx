import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findSession } from '#session/find-session.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall, useLoad } from '#shared/hooks/use-call.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { QrCode } from '#shared/ui/display/qr-code.tsx';
import { useAuth } from '#state/auth.ts';
import { readSignup, signupEvents } from '#state/signup.ts';
import { SignInTabs } from '#features/sign-in/auth-layout/sign-in-tabs.tsx';
import {
  type SignInOutcome,
  useOwnerLock,
  useSignInOutcome,
} from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { followRequest, type QrState } from './follow-request.ts';
import { isRecord } from '#shared/lib/is-record.ts';

export function QrPage() {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const again = () => {
    // Move the focus, because the pressed button is removed.
    box.current?.focus();
    setAttempt(attempt + 1);
  };
  return (
    <>
      <PageTitle title={t('qr.title')} lead={t('qr.lead')} />
      <SignInTabs />
      <div ref={box} tabIndex={-1}>
        <Attempt key={attempt} isFirst={attempt === 0} onAgain={again} />
      </div>
      <Checkbox
        className="mt-6"
        name="remember"
        label={t('auth.signIn.remember')}
        defaultChecked={readSignup().remember}
        onChange={({ target }) => signupEvents.detailsGiven({ remember: target.checked })}
      />
    </>
  );
}

function Attempt({ isFirst, onAgain }: { isFirst: boolean; onAgain: () => void }) {
  const t = useT();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const code = useLoad(async () => {
    const obtained = await obtainCode(isFirst ? readKeptCode(state) : null);
    const { qrId, url, number } = obtained;
    void navigate({ pathname, search }, { replace: true, state: { qr: { qrId, url, number } } });
    return obtained;
  });
  if (code.data) return <Code code={code.data} onAgain={onAgain} />;
  if (code.isPending) return <Loading />;
  return <Ended text={shownMessage(code.error)} action={t('common.retry')} onPress={onAgain} />;
}

/** Refusals after which this QR code cannot sign in. */
const finalRefusals = [
  'QR_NOT_FOUND',
  'QR_EXPIRED',
  'QR_DECIDED',
  'QR_NOT_APPROVED',
  'ACCOUNT_LOCKED',
  'SECOND_FACTOR_REQUIRED',
  'PASSKEY_REQUIRED',
] as const;

function Code({ code, onAgain }: { code: OpenCode; onAgain: () => void }) {
  const t = useT();
  const [status, setStatus] = useState(code.status);
  const signIn = useCall<void>();
  const takeOutcome = useSignInOutcome();
  const openLock = useOwnerLock();
  const finish = () =>
    signIn.run(async () => {
      try {
        takeOutcome(await sendSignIn(code.qrId), null);
      } catch (error) {
        if (!openLock(error)) throw error;
      }
    });
  const isOver = status === 'denied' || status === 'used' || status === 'expired';
  const onStatus = useEffectEvent((next: OpenCode['status']) => {
    setStatus(next);
    if (next === 'approved' && status !== 'approved') void finish();
  });
  const onShown = useEffectEvent(() => {
    // The phone approved the request before this page loaded its state.
    if (status === 'approved') void finish();
  });
  // Subscribes to the request's state on the server.
  useEffect(() => {
    if (isOver) return undefined;
    onShown();
    return followRequest(code.qrId, (state) => onStatus(state.status));
  }, [code.qrId, isOver]);

  if (signIn.error !== null) {
    const isFinal = failedWith(signIn.error, ...finalRefusals);
    return (
      <Ended
        text={shownMessage(signIn.error)}
        action={t(isFinal ? 'qr.again' : 'common.retry')}
        onPress={isFinal ? onAgain : () => void finish()}
      />
    );
  }
  // The status `used` may be the result of this page's own request.
  if (status === 'approved' || signIn.isPending) return <SigningIn />;
  if (isOver)
    return (
      <Ended
        text={t(status === 'denied' ? 'qr.denied' : 'qr.expired')}
        action={t('qr.again')}
        onPress={onAgain}
      />
    );
  return <Instructions code={code} isScanned={status === 'scanned'} onExpired={() => setStatus('expired')} />;
}

type Props = { code: OpenCode; isScanned: boolean; onExpired: () => void };

function Instructions({ code: { url, number, until }, isScanned, onExpired }: Props) {
  const t = useT();
  const parts = { number: <ShownNumber /> };
  return (
    <div className="grid justify-items-center gap-4">
      <div className={cx('w-50 transition-opacity', isScanned && 'opacity-45')}>
        <QrCode text={url} label={t('qr.code')} />
      </div>
      <output className="block w-full">
        {isScanned ? (
          <p className="text-center text-lg">
            <Rich text={t('qr.scanned', { number })} parts={parts} />
          </p>
        ) : (
          <ol className="grid gap-2">
            <li>1. {t('qr.step.scan')}</li>
            <li>
              2. <Rich text={t('qr.step.number', { number })} parts={parts} />
            </li>
          </ol>
        )}
      </output>
      <Countdown until={until} className="min-h-6 text-sm text-muted" onEnd={onExpired}>
        {(seconds) => t('qr.expiresIn', { seconds })}
      </Countdown>
    </div>
  );
}

/**
 * Signs in with the approved request. If the response to an earlier try was lost, returns the account of the session
 * that the try created.
 */
async function sendSignIn(qrId: string): Promise<SignInOutcome> {
  try {
    return await api.post('/vid/ajax/auth/login/qr', {
      body: { qrId, remember: readSignup().remember },
      flags: { ignore401: true },
      isRepeatable: true,
    });
  } catch (error) {
    const mayBeUsed = failedWith(error, 'QR_NOT_FOUND', 'QR_DECIDED');
    // Until a pending sign-out has reached the server, the session found may belong to the
    // signed-out user.
    const existing = mayBeUsed && !useAuth.getState().isSignOutPending ? await findSession() : null;
    if (existing === null) throw error;
    return existing;
  }
}

function ShownNumber({ children }: { children?: ReactNode }) {
  return <strong className="rounded-sm bg-soft px-2 text-xl text-brand digits">{children}</strong>;
}

function SigningIn() {
  const t = useT();
  return (
    <output className="flex min-h-40 items-center justify-center gap-3 text-muted">
      <Spinner className="text-brand" />
      {t('otp.signingIn')}
    </output>
  );
}

function Ended({ text, action, onPress }: { text: string; action: string; onPress: () => void }) {
  return (
    <div className="grid gap-4">
      <Alert text={text} />
      <Button isWide onClick={onPress}>
        {action}
      </Button>
    </div>
  );
}

/** Public part of a QR code. The secret is in a cookie. */
type QrCodeShown = { readonly qrId: string; readonly url: string; readonly number: number };

type OpenCode = QrCodeShown & { readonly status: QrState['status']; readonly until: number };

const openStatuses: readonly QrState['status'][] = ['pending', 'scanned', 'approved'];

const untilOf = ({ expiresIn }: { readonly expiresIn: number }): number => Date.now() + expiresIn * 1_000;

/**
 * Reads the QR code from a history entry's state, which survives a reload and belongs to one tab; null without one.
 */
function readKeptCode(state: unknown): QrCodeShown | null {
  const kept = isRecord(state) ? state['qr'] : null;
  if (!isRecord(kept)) return null;
  const { qrId, url, number } = kept;
  if (typeof qrId !== 'string' || typeof url !== 'string' || typeof number !== 'number') return null;
  return { qrId, url, number };
}

/** Returns the code that was shown before a reload if it can still lead to a sign-in, else a new code. */
async function obtainCode(kept: QrCodeShown | null): Promise<OpenCode> {
  const state = kept && (await readState(kept.qrId));
  if (kept && state && openStatuses.includes(state.status))
    return { ...kept, status: state.status, until: untilOf(state) };
  const { qrId, url, number, expiresIn } = await api.post('/vid/ajax/auth/qr', { isRepeatable: true });
  return { qrId, url, number, status: 'pending', until: untilOf({ expiresIn }) };
}

async function readState(qrId: string): Promise<QrState | null> {
  try {
    return await api.get('/vid/ajax/auth/qr/:qrId', { params: { qrId }, isRepeatable: true });
  } catch (error) {
    if (failedWith(error, 'QR_NOT_FOUND')) return null;
    throw error;
  }
}
