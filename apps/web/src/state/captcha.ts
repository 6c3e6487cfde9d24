import { create } from 'zustand';

/** Not persisted, because the token is a two-minute credential and a new picture is cheap. */
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
