import { create } from 'zustand';

/**
 * Not kept in the browser: the token is a credential of two minutes, and a picture is cheaper made anew than
 * found stale.
 */
export type CaptchaState = {
  captchaToken: string | null;
  captchaImage: string | null;
  captchaId: string | null;
};

const initial: CaptchaState = { captchaToken: null, captchaImage: null, captchaId: null };

export const useCaptchaState = create<CaptchaState>()(() => initial);

export const captchaEvents = {
  pictureLoaded(captchaId: string, captchaImage: string): void {
    useCaptchaState.setState({ captchaId, captchaImage, captchaToken: null });
  },
  captchaPassed(captchaToken: string): void {
    useCaptchaState.setState({ captchaToken });
  },
  captchaSpent(): void {
    useCaptchaState.setState(initial);
  },
};
