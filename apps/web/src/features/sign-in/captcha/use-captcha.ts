import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiFailure, failedWith, isCancelled, type WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { captchaEvents, useCaptchaState } from '#state/captcha.ts';
import { captchaStates, type CaptchaEffect, type CaptchaEvent, type CaptchaState } from './captcha-states.ts';
import { type CaptchaPurpose, doWork, handInWork, type Work } from './proof-of-work.ts';

type View = {
  readonly state: CaptchaState;
  readonly pictureError: string | null;
  /** Number of pictures loaded so far. The field clears itself and announces each picture after the first. */
  readonly pictureCount: number;
};

export type Captcha = ReturnType<typeof useCaptcha>;

/** Returns the captcha of one form, whose tokens are valid only for calls with the given purpose. */
export function useCaptcha(purpose: CaptchaPurpose, level: WorkLevel = '0') {
  const [captcha] = useState(() => createCaptcha(purpose, level));
  const { state, pictureError, pictureCount } = useSyncExternalStore(
    captcha.subscribe,
    captcha.getView,
    captcha.getView,
  );
  // Leaving the form aborts its proof of work and the load of a picture.
  useEffect(() => captcha.enter(), [captcha]);
  const { prepare, chooseWork, refreshPicture, spend } = captcha;
  const isPictureShown = state === 'both' || state === 'picture';
  return { isPictureShown, pictureError, pictureCount, prepare, chooseWork, refreshPicture, spend };
}

function createCaptcha(purpose: CaptchaPurpose, level: WorkLevel) {
  let view: View = { state: 'idle', pictureError: null, pictureCount: 0 };
  let work: Promise<Work> | null = null;
  let declinesPictures = false;
  let wasPictureAsked = false;
  let pictureExpiresAt = 0;
  let leaving = new AbortController();
  const listeners = new Set<() => void>();

  const show = (change: Partial<View>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };

  const report = (event: CaptchaEvent): void => {
    const move = captchaStates[view.state][event];
    if (move === undefined) return;
    show({ state: move.to });
    for (const effect of move.effects ?? []) effects[effect]();
  };

  const loadPicture = async (): Promise<void> => {
    try {
      const answer = await api.post('/vid/gateway/captcha/generate', { signal: leaving.signal });
      pictureExpiresAt = Date.now() + answer.expiresIn * 1000;
      captchaEvents.pictureLoaded(answer.captchaId, answer.captchaImage);
      show({ pictureError: null, pictureCount: view.pictureCount + 1 });
    } catch (error) {
      if (isCancelled(error)) return;
      captchaEvents.captchaSpent();
      show({
        pictureError: failedWith(error, 'CAPTCHA_RATE') ? error.message : message('captcha.unavailable'),
      });
    }
  };

  const startWork = (): void => {
    const { signal } = leaving;
    const started = doWork(purpose, { level, signal, isWithoutPicture: declinesPictures });
    work = started;
    // Ignores the result of a proof of work that was restarted in the meantime.
    const reportIfCurrent = (event: CaptchaEvent): void => {
      if (work === started) report(event);
    };
    started.then(
      (done) => reportIfCurrent('payload' in done ? 'pictureDemanded' : 'tokenIssued'),
      (error: unknown) => reportIfCurrent(signal.aborted || isAnswer(error) ? 'workRefused' : 'workFailed'),
    );
  };

  const effects: Readonly<Record<CaptchaEffect, () => void>> = {
    startWork,
    loadPicture: () => void loadPicture(),
    declinePictures() {
      declinesPictures = true;
    },
    forget() {
      work = null;
      captchaEvents.captchaSpent();
    },
  };

  const getWork = async (): Promise<Work | null> => {
    report('needed');
    const ready = await work;
    if (ready === null || ready.expiresAt > Date.now()) return ready;
    report('workExpired');
    return work;
  };

  /**
   * Returns an error that moves the focus to the picture's field. The first error has no text, because the user may
   * have submitted the form before the picture appeared.
   */
  const askForPicture = (cause?: unknown): FieldRefusal => {
    const text = wasPictureAsked ? message('errors.required') : '';
    wasPictureAsked = true;
    return new FieldRefusal('captcha', text, cause);
  };

  const getPictureToken = async (answer: string, payload?: string): Promise<string> => {
    if (answer.trim() === '') throw askForPicture();
    const picture = typedPicture(answer);
    const isStale = Date.now() > pictureExpiresAt;
    try {
      const body = { ...picture, purpose };
      if (payload !== undefined) return (await handInWork({ ...body, payload })).captchaToken;
      return (await api.post('/vid/gateway/captcha/validate', { body })).captchaToken;
    } catch (error) {
      if (!failedWith(error, 'CAPTCHA_INVALID')) throw error;
      report('pictureRefused');
      throw new FieldRefusal('captcha', message(isStale ? 'captcha.expired' : 'captcha.wrong'));
    }
  };

  const getToken = async (answer: string): Promise<string> => {
    if (view.state === 'picture') return getPictureToken(answer);
    const wasPictureShown = view.state === 'both';
    const ready = await getWork().catch((error: unknown) => {
      if (isAnswer(error)) throw error;
      throw askForPicture(error);
    });
    if (ready !== null && 'captchaToken' in ready) return ready.captchaToken;
    // A picture that was just requested has no typed answer yet.
    if (ready === null || !wasPictureShown) throw askForPicture();
    return getPictureToken(answer, ready.payload);
  };

  return {
    getView: (): View => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called when the form is mounted. Returns the function to call when the form is unmounted. */
    enter: () => {
      // The field's effect runs first and may already have started the work, so replace only an aborted controller.
      if (leaving.signal.aborted) leaving = new AbortController();
      return () => {
        leaving.abort();
        captchaEvents.captchaSpent();
      };
    },
    refreshPicture: () => void loadPicture(),
    /** Starts the work if the captcha is idle. Called, for example, when the user touches the form. */
    prepare: () => report('needed'),
    chooseWork: () => report('workChosen'),
    /**
     * Obtains a token by proof of work, the typed answer or both, and passes it to one call. If the call fails,
     * discards the token and the picture, because they may be used up.
     * @throws FieldRefusal if the user must answer the picture first, and every error of `use`
     */
    spend: async <T>(answer: string, use: (captchaToken: string) => Promise<T>): Promise<T> => {
      const captchaToken = await getToken(answer);
      captchaEvents.captchaPassed(captchaToken);
      try {
        const result = await use(captchaToken);
        report('spent');
        return result;
      } catch (error) {
        report('callFailed');
        throw error;
      }
    },
  };
}

function typedPicture(answer: string): { captchaId: string; captchaValue: string } {
  const { captchaId } = useCaptchaState.getState();
  if (captchaId === null) throw new FieldRefusal('captcha', message('captcha.unavailable'));
  return { captchaId, captchaValue: answer.trim() };
}

/** Returns whether the server or the network caused the error, rather than this browser. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiFailure;
}
