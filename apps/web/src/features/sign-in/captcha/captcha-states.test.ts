// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { captchaStates, type CaptchaEvent, type CaptchaState } from './captcha-states.ts';

const states = Object.entries(captchaStates);
/** Follows events from `idle`. Fails on an event that the state ignores. */
const after = (...events: readonly CaptchaEvent[]) =>
  events.reduce<CaptchaState>((state, event) => {
    const move = captchaStates[state][event];
    expect(move, `${state} ignores ${event}`).toBeDefined();
    return move?.to ?? state;
  }, 'idle');
const allMoves = states.flatMap(([from, moves]) => Object.values(moves).map((move) => ({ from, ...move })));
const effectsOf = (state: CaptchaState, event: CaptchaEvent) => captchaStates[state][event]?.effects ?? [];

describe('the state machine of a captcha', () => {
  test('is idle again after the token is used', () => {
    expect(after('needed', 'tokenIssued', 'spent')).toBe('idle');
  });

  test('loads a new picture whenever the picture field appears', () => {
    const shown = allMoves.filter(({ from, to }) => !isShown(from) && isShown(to));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ effects = [] }) => !effects.includes('loadPicture'))).toEqual([]);
  });

  test('starts proof of work whenever it enters the state “working”', () => {
    const waiting = allMoves.filter(({ to }) => to === 'working');
    expect(waiting.filter(({ effects = [] }) => effects.at(-1) !== 'startWork')).toEqual([]);
  });

  test('accepts the event “needed” only in the state “idle”', () => {
    expect(states.filter(([, moves]) => moves.needed).map(([state]) => state)).toEqual(['idle']);
  });

  test('discards a token after it is used or the call has failed', () => {
    for (const state of ['solved', 'both', 'picture'] as const)
      for (const event of ['spent', 'callFailed'] as const)
        expect(effectsOf(state, event)).toContain('forget');
  });

  test('keeps showing pictures if proof of work fails', () => {
    expect(after('needed', 'workFailed', 'callFailed')).toBe('picture');
    expect(after('needed', 'workFailed', 'workChosen')).toBe('working');
  });

  test('replaces a picture with work if the user prefers work', () => {
    expect(after('needed', 'pictureDemanded', 'workChosen', 'tokenIssued')).toBe('solved');
    expect(effectsOf('both', 'workChosen')).toEqual(['declinePictures', 'startWork']);
  });

  test('keeps the work if the server refuses only the picture', () => {
    expect(after('needed', 'pictureDemanded', 'pictureRefused')).toBe('both');
    expect(effectsOf('both', 'pictureRefused')).toEqual(['loadPicture']);
  });

  test('repeats expired work while the picture stays visible', () => {
    expect(after('needed', 'tokenIssued', 'workExpired')).toBe('working');
    expect(after('needed', 'pictureDemanded', 'workExpired')).toBe('both');
  });

  test('allows new work after the server has refused the work', () => {
    expect(after('needed', 'workRefused', 'needed')).toBe('working');
  });
});

function isShown(state: string): boolean {
  return state === 'both' || state === 'picture';
}
