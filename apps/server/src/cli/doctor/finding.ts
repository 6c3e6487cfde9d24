export type Finding = {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly advice?: string;
};

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const warn = (what: string, advice: string): Finding => ({ state: 'warn', what, advice });
export const fail = (what: string, advice: string): Finding => ({ state: 'fail', what, advice });
