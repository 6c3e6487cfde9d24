import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure, failedWith, isCancelled, type WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { captchaEvents, useCaptchaState } from '#state/captcha.ts';
import { type CaptchaPurpose, doWork, handInWork, type Work } from './proof-of-work.ts';

/**
 * `work`: proof of work runs in the background and nothing is shown. `both`: the server also asks for a picture.
 * `picture`: proof of work cannot run in this browser.
 */
type Method = 'work' | 'both' | 'picture';

export type Captcha = {
  method: Method;
  captchaImage: string | null;
  pictureError: string | null;
  /** Number of pictures loaded so far. The field clears itself and announces each new one. */
  pictureCount: number;
  refreshPicture: () => void;
  /** Starts the work unless it is already running. Called when the user touches the form. */
  prepare: () => void;
  /** Replaces the picture with more proof of work. */
  chooseWork: () => void;
  /**
   * Obtains a token by proof of work, the typed answer or both, and passes it to one call. Any failure renews the
   * captcha, because the token or the picture may be used up.
   */
  spend: <T>(answer: string, use: (captchaToken: string) => Promise<T>) => Promise<T>;
};

function typedPicture(answer: string): { captchaId: string; captchaValue: string } {
  const { captchaId } = useCaptchaState.getState();
  const captchaValue = answer.trim();
  if (captchaValue === '') throw new FieldRefusal('captcha', message('errors.required'));
  if (captchaId === null) throw new FieldRefusal('captcha', message('captcha.unavailable'));
  return { captchaId, captchaValue };
}

/** The captcha of one form. Its tokens are valid only for calls with the given purpose. */
export function useCaptcha(purpose: CaptchaPurpose, level: WorkLevel = '0'): Captcha {
  const captchaImage = useCaptchaState((state) => state.captchaImage);
  const [method, setMethod] = useState<Method>('work');
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [pictureCount, setPictureCount] = useState(0);
  const pictureExpiresAt = useRef(0);
  const work = useRef<Promise<Work> | null>(null);
  const isWithoutPicture = useRef(false);
  /** Set after proof of work has failed in this browser. It is then retried only if the user asks for it. */
  const cannotWork = useRef(false);
  const unmount = useRef(new AbortController());

  // Leaving the form aborts pending requests.
  useEffect(() => {
    // The effect of the field runs first and may already have started the work, so replace only an aborted controller.
    if (unmount.current.signal.aborted) unmount.current = new AbortController();
    return () => {
      unmount.current.abort();
      captchaEvents.captchaSpent();
    };
  }, []);

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

  const showPicture = useCallback(
    (next: 'both' | 'picture') => {
      setMethod(next);
      void loadPicture();
    },
    [loadPicture],
  );

  const startWork = useCallback((): Promise<Work> => {
    const { signal } = unmount.current;
    const run = async (): Promise<Work> => {
      try {
        const done = await doWork(purpose, { level, signal, isWithoutPicture: isWithoutPicture.current });
        if ('payload' in done && !signal.aborted) showPicture('both');
        return done;
      } catch (error) {
        work.current = null;
        // The submit reports a server error. Any other error means that this browser cannot do the work.
        if (!signal.aborted && !isAnswer(error)) {
          cannotWork.current = true;
          showPicture('picture');
        }
        throw error;
      }
    };
    const started = run();
    work.current = started;
    return started;
  }, [purpose, level, showPicture]);

  const getWork = async (): Promise<Work> => {
    const ready = await (work.current ?? startWork());
    return ready.expiresAt > Date.now() ? ready : startWork();
  };

  /** Returns a token for the typed answer, and for `payload` if there is one. */
  const getPictureToken = async (answer: string, payload?: string): Promise<string> => {
    const picture = typedPicture(answer);
    const isStale = Date.now() > pictureExpiresAt.current;
    try {
      const body = { ...picture, purpose };
      if (payload !== undefined) return (await handInWork({ ...body, payload })).captchaToken;
      return (await api.post('/vid/gateway/captcha/validate', { body })).captchaToken;
    } catch (error) {
      if (!failedWith(error, 'CAPTCHA_INVALID')) throw error;
      void loadPicture();
      throw new FieldRefusal('captcha', message(isStale ? 'captcha.expired' : 'captcha.wrong'));
    }
  };

  const getToken = async (answer: string): Promise<string> => {
    if (method === 'picture') return getPictureToken(answer);
    let ready: Work;
    try {
      ready = await getWork();
    } catch (error) {
      if (isAnswer(error)) throw error;
      throw new FieldRefusal('captcha', message('captcha.whyNow'), error);
    }
    if ('captchaToken' in ready) return ready.captchaToken;
    // The picture was requested a moment ago, so there is no typed answer yet.
    if (method === 'work') throw new FieldRefusal('captcha', message('captcha.whyNow'));
    return getPictureToken(answer, ready.payload);
  };

  const renew = (): void => {
    captchaEvents.captchaSpent();
    work.current = null;
    if (method === 'picture') void loadPicture();
    else setMethod('work');
  };

  return {
    method,
    captchaImage,
    pictureError,
    pictureCount,
    refreshPicture: () => void loadPicture(),
    prepare: useCallback(() => {
      if (work.current === null && !cannotWork.current) startWork().catch(() => {});
    }, [startWork]),
    chooseWork: () => {
      isWithoutPicture.current = true;
      cannotWork.current = false;
      setMethod('work');
      startWork().catch(() => {});
    },
    async spend(answer, use) {
      const captchaToken = await getToken(answer);
      captchaEvents.captchaPassed(captchaToken);
      try {
        const result = await use(captchaToken);
        captchaEvents.captchaSpent();
        work.current = null;
        return result;
      } catch (error) {
        renew();
        throw error;
      }
    },
  };
}

/** Returns whether the server or the network caused the error. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiFailure;
}
