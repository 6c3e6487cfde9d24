import { useCallback, useEffect, useRef, useState } from 'react';
import { failedWith, isCancelled } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { captchaEvents, useCaptchaState } from '#state/captcha.ts';
import { obtainWorkToken } from './work-token.ts';

export type CaptchaPurpose = 'otp' | 'signin' | 'check';
type Token = { captchaToken: string; expiresAt: number };

export type Captcha = {
  way: 'picture' | 'work';
  work: 'idle' | 'working' | 'done' | 'failed';
  captchaImage: string | null;
  /** Why there is no picture. */
  pictureError: string | null;
  /** Grows with each new picture: the field is cleared and says so. */
  pictures: number;
  refreshPicture: () => void;
  chooseWork: () => void;
  choosePicture: () => void;
  /**
   * Obtains a token for what was typed (or by work) and spends it on one call. Whatever fails, the captcha is
   * made new, because the token or the picture may be used up.
   */
  spend: <T>(answer: string, use: (captchaToken: string) => Promise<T>) => Promise<T>;
};

const quiet = { muteLoading: true, muteError: true, muteSuccess: true } as const;
/** A token is not used in its last seconds: it must still live when it arrives. */
const marginMs = 5_000;

/** The captcha of one form. `purpose`: the call its tokens may be spent on. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const captchaImage = useCaptchaState((state) => state.captchaImage);
  const [way, setWay] = useState<Captcha['way']>('picture');
  const [work, setWork] = useState<Captcha['work']>('idle');
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [pictures, setPictures] = useState(0);
  const pictureExpiresAt = useRef(0);
  const workToken = useRef<Promise<Token> | null>(null);
  const leaving = useRef(new AbortController());

  const loadPicture = useCallback(async () => {
    const { signal } = leaving.current;
    try {
      const answer = await api.post('/vid/gateway/captcha/generate', { flags: quiet, signal });
      pictureExpiresAt.current = Date.now() + answer.expiresIn * 1000;
      captchaEvents.pictureLoaded(answer.captchaId, answer.captchaImage);
      setPictureError(null);
      setPictures((count) => count + 1);
    } catch (error) {
      if (isCancelled(error)) return;
      captchaEvents.captchaSpent();
      setPictureError(failedWith(error, 'CAPTCHA_RATE') ? error.message : message('captcha.unavailable'));
    }
  }, []);

  // The picture comes from the server; what is under way is given up when the form is left.
  useEffect(() => {
    leaving.current = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- state is set when the answer has come, not in the effect
    void loadPicture();
    return () => {
      leaving.current.abort();
      captchaEvents.captchaSpent();
    };
  }, [loadPicture]);

  const startWork = useCallback((): Promise<Token> => {
    setWork('working');
    const { signal } = leaving.current;
    const started = obtainWorkToken(purpose, signal).then(({ captchaToken, expiresIn }) => {
      setWork('done');
      return { captchaToken, expiresAt: Date.now() + expiresIn * 1000 - marginMs };
    });
    workToken.current = started;
    started.catch(() => {
      workToken.current = null;
      if (!signal.aborted) setWork('failed');
    });
    return started;
  }, [purpose]);

  const tokenByWork = async (): Promise<string> => {
    try {
      const ready = await (workToken.current ?? startWork());
      return (ready.expiresAt > Date.now() ? ready : await startWork()).captchaToken;
    } catch (error) {
      throw failedWith(error, 'CAPTCHA_RATE')
        ? error
        : new Error(message('captcha.failed'), { cause: error });
    }
  };

  const tokenByPicture = async (answer: string): Promise<string> => {
    const { captchaId } = useCaptchaState.getState();
    const captchaValue = answer.trim();
    if (captchaValue === '') throw new FieldRefusal('captcha', message('errors.required'));
    if (captchaId === null) throw new FieldRefusal('captcha', message('captcha.unavailable'));
    const isStale = Date.now() > pictureExpiresAt.current;
    try {
      const body = { captchaId, captchaValue, purpose };
      const { captchaToken } = await api.post('/vid/gateway/captcha/validate', { body, flags: quiet });
      return captchaToken;
    } catch (error) {
      if (!failedWith(error, 'CAPTCHA_INVALID')) throw error;
      throw new FieldRefusal('captcha', message(isStale ? 'captcha.expired' : 'captcha.wrong'));
    }
  };

  const renew = (): void => {
    captchaEvents.captchaSpent();
    workToken.current = null;
    setWork('idle');
    if (way === 'picture') void loadPicture();
  };

  return {
    way,
    work,
    captchaImage,
    pictureError,
    pictures,
    refreshPicture: () => void loadPicture(),
    chooseWork: () => {
      setWay('work');
      if (workToken.current === null) startWork().catch(() => {});
    },
    choosePicture: () => {
      setWay('picture');
      if (captchaImage === null) void loadPicture();
    },
    async spend(answer, use) {
      const isEmpty = way === 'picture' && answer.trim() === '';
      try {
        const captchaToken = way === 'work' ? await tokenByWork() : await tokenByPicture(answer);
        captchaEvents.captchaPassed(captchaToken);
        const result = await use(captchaToken);
        captchaEvents.captchaSpent();
        workToken.current = null;
        return result;
      } catch (error) {
        // Nothing was sent for an empty field; its picture is still good.
        if (!isEmpty) renew();
        if (way === 'picture' && failedWith(error, 'CAPTCHA_INVALID', 'CAPTCHA_REQUIRED')) {
          throw new FieldRefusal('captcha', error.message);
        }
        throw error;
      }
    },
  };
}
