import { useCallback, useEffect, useRef, useState } from 'react';
import { failedWith, isCancelled, type WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { captchaEvents, useCaptchaState } from '#state/captcha.ts';
import { type CaptchaPurpose, obtainWorkToken } from './proof-of-work.ts';

type Token = { captchaToken: string; expiresAt: number };

export type Captcha = {
  method: 'picture' | 'work';
  workState: 'idle' | 'working' | 'done' | 'failed';
  captchaImage: string | null;
  /** Why there is no picture. */
  pictureError: string | null;
  /** Number of pictures loaded so far. The field clears itself and announces each new one. */
  pictureCount: number;
  refreshPicture: () => void;
  chooseWork: () => void;
  choosePicture: () => void;
  /**
   * Obtains a token for the typed answer (or by proof of work) and passes it to one call. Any failure renews the
   * captcha, because the token or the picture may be used up.
   */
  spend: <T>(answer: string, use: (captchaToken: string) => Promise<T>) => Promise<T>;
};

/** A token this close to its expiry is not used, because it could expire before it reaches the server. */
const expiryMarginMs = 5_000;

/** The captcha of one form. Its tokens are valid only for calls with the given purpose. */
export function useCaptcha(purpose: CaptchaPurpose, level: WorkLevel = '0'): Captcha {
  const captchaImage = useCaptchaState((state) => state.captchaImage);
  const [method, setMethod] = useState<Captcha['method']>('picture');
  const [workState, setWorkState] = useState<Captcha['workState']>('idle');
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [pictureCount, setPictureCount] = useState(0);
  const pictureExpiresAt = useRef(0);
  const workToken = useRef<Promise<Token> | null>(null);
  const unmount = useRef(new AbortController());

  const loadPicture = useCallback(async () => {
    const { signal } = unmount.current;
    try {
      const answer = await api.post('/vid/gateway/captcha/generate', { signal });
      pictureExpiresAt.current = Date.now() + answer.expiresIn * 1000;
      captchaEvents.pictureLoaded(answer.captchaId, answer.captchaImage);
      setPictureError(null);
      setPictureCount((count) => count + 1);
    } catch (error) {
      if (isCancelled(error)) return;
      captchaEvents.captchaSpent();
      setPictureError(failedWith(error, 'CAPTCHA_RATE') ? error.message : message('captcha.unavailable'));
    }
  }, []);

  // Loads the first picture from the server. Leaving the form aborts pending requests.
  useEffect(() => {
    unmount.current = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- state is set when the answer arrives, not in the effect
    void loadPicture();
    return () => {
      unmount.current.abort();
      captchaEvents.captchaSpent();
    };
  }, [loadPicture]);

  const startWork = useCallback((): Promise<Token> => {
    setWorkState('working');
    const { signal } = unmount.current;
    const started = obtainWorkToken(purpose, level, signal).then(({ captchaToken, expiresIn }) => {
      setWorkState('done');
      return { captchaToken, expiresAt: Date.now() + expiresIn * 1000 - expiryMarginMs };
    });
    workToken.current = started;
    started.catch(() => {
      workToken.current = null;
      if (!signal.aborted) setWorkState('failed');
    });
    return started;
  }, [purpose, level]);

  const getWorkToken = async (): Promise<string> => {
    try {
      const ready = await (workToken.current ?? startWork());
      return (ready.expiresAt > Date.now() ? ready : await startWork()).captchaToken;
    } catch (error) {
      throw failedWith(error, 'CAPTCHA_RATE')
        ? error
        : new Error(message('captcha.failed'), { cause: error });
    }
  };

  const getPictureToken = async (answer: string): Promise<string> => {
    const { captchaId } = useCaptchaState.getState();
    const captchaValue = answer.trim();
    if (captchaValue === '') throw new FieldRefusal('captcha', message('errors.required'));
    if (captchaId === null) throw new FieldRefusal('captcha', message('captcha.unavailable'));
    const isStale = Date.now() > pictureExpiresAt.current;
    try {
      const body = { captchaId, captchaValue, purpose };
      const { captchaToken } = await api.post('/vid/gateway/captcha/validate', { body });
      return captchaToken;
    } catch (error) {
      if (!failedWith(error, 'CAPTCHA_INVALID')) throw error;
      throw new FieldRefusal('captcha', message(isStale ? 'captcha.expired' : 'captcha.wrong'));
    }
  };

  const renew = (): void => {
    captchaEvents.captchaSpent();
    workToken.current = null;
    setWorkState('idle');
    if (method === 'picture') void loadPicture();
  };

  return {
    method,
    workState,
    captchaImage,
    pictureError,
    pictureCount,
    refreshPicture: () => void loadPicture(),
    chooseWork: () => {
      setMethod('work');
      if (workToken.current === null) startWork().catch(() => {});
    },
    choosePicture: () => {
      setMethod('picture');
      if (captchaImage === null) void loadPicture();
    },
    async spend(answer, use) {
      const isEmpty = method === 'picture' && answer.trim() === '';
      try {
        const captchaToken = method === 'work' ? await getWorkToken() : await getPictureToken(answer);
        captchaEvents.captchaPassed(captchaToken);
        const result = await use(captchaToken);
        captchaEvents.captchaSpent();
        workToken.current = null;
        return result;
      } catch (error) {
        // An empty answer was not sent, so the picture is still valid.
        if (!isEmpty) renew();
        if (method === 'picture' && failedWith(error, 'CAPTCHA_INVALID', 'CAPTCHA_REQUIRED')) {
          throw new FieldRefusal('captcha', error.message);
        }
        throw error;
      }
    },
  };
}
