/** One line of the doctor's report; `advice` says what to do when the state is not `ok`. */
export type Finding = {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly advice?: string;
};
