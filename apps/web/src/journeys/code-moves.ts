import type { JourneyStep } from './journey.ts';

type Moves = JourneyStep<'phone' | 'code' | 'newCode' | 'password'>['on'];

/** Transitions of the steps `code`, `newCode` and `password`, shared by all journeys from a phone to a password. */
export const codeMoves = {
  code: {
    codeSent: { to: 'code' },
    codeAccepted: { to: 'password' },
    codeExpired: { to: 'newCode', effects: ['forgetProof'], reason: 'codeExpired' },
    codeLocked: { to: 'newCode', effects: ['forgetProof'], reason: 'codeLocked' },
    phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
  },
  newCode: { codeSent: { to: 'code' }, phoneChangeRequested: { to: 'phone' } },
  password: {
    codeSent: { to: 'code' },
    verificationExpired: { to: 'newCode', effects: ['forgetProof'], reason: 'verificationExpired' },
    phoneChangeRequested: { to: 'phone', effects: ['forgetProof'] },
  },
} as const satisfies Record<string, Moves>;
