/**
 * - `idle`: nothing is shown, and no work is running or done.
 * - `working`: proof of work runs in the background and nothing is shown.
 * - `solved`: the work yielded a token.
 * - `both`: the work is done or being repeated, and the server also asks for the shown picture.
 * - `picture`: proof of work cannot run in this browser, so a picture replaces it.
 */
export type CaptchaState = 'idle' | 'working' | 'solved' | 'both' | 'picture';

export type CaptchaEvent =
  /** The form needs a token, for example because the user touched or submitted it. */
  | 'needed'
  | 'tokenIssued'
  | 'pictureDemanded'
  /** The server or the network refused the proof of work, or the user left the form. */
  | 'workRefused'
  /** This browser cannot compute a proof of work. */
  | 'workFailed'
  | 'workExpired'
  /** The user prefers more proof of work to a picture. */
  | 'workChosen'
  | 'pictureRefused'
  /** A successful call has used the token. */
  | 'spent'
  /** The call failed and may have used up the token or the picture. */
  | 'callFailed';

export type CaptchaEffect = 'startWork' | 'declinePictures' | 'loadPicture' | 'forget';

type Move = { readonly to: CaptchaState; readonly effects?: readonly CaptchaEffect[] };

/** Maps each state and event to the next state and its effects. A state ignores events that are not listed. */
export const captchaStates: Readonly<Record<CaptchaState, { readonly [E in CaptchaEvent]?: Move }>> = {
  idle: { needed: { to: 'working', effects: ['startWork'] } },
  working: {
    tokenIssued: { to: 'solved' },
    pictureDemanded: { to: 'both', effects: ['loadPicture'] },
    workRefused: { to: 'idle', effects: ['forget'] },
    workFailed: { to: 'picture', effects: ['loadPicture'] },
  },
  solved: {
    workExpired: { to: 'working', effects: ['startWork'] },
    spent: { to: 'idle', effects: ['forget'] },
    callFailed: { to: 'idle', effects: ['forget'] },
  },
  both: {
    // Keep the picture visible while the work is repeated.
    workExpired: { to: 'both', effects: ['startWork'] },
    pictureDemanded: { to: 'both', effects: ['loadPicture'] },
    workRefused: { to: 'idle', effects: ['forget'] },
    workFailed: { to: 'picture', effects: ['loadPicture'] },
    workChosen: { to: 'working', effects: ['declinePictures', 'startWork'] },
    pictureRefused: { to: 'both', effects: ['loadPicture'] },
    spent: { to: 'idle', effects: ['forget'] },
    callFailed: { to: 'idle', effects: ['forget'] },
  },
  picture: {
    workChosen: { to: 'working', effects: ['declinePictures', 'startWork'] },
    pictureRefused: { to: 'picture', effects: ['loadPicture'] },
    spent: { to: 'picture', effects: ['forget'] },
    callFailed: { to: 'picture', effects: ['forget', 'loadPicture'] },
  },
};
