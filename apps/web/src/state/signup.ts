import * as v from 'valibot';
import { boundedText, whole } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';

const flows = ['signup', 'signin', 'forget-password', 'social', 'recovery'] as const;
export type FlowName = (typeof flows)[number];

const kept = {
  flow: v.nullable(v.picklist(flows)),
  /** Step in the flow's journey. Validated against the journey table whenever it is read. */
  step: v.nullable(boundedText),
  phone: v.nullable(boundedText),
  isEnterprise: v.boolean(),
  /** Whether the session outlives the browser (“remember me”). */
  remember: v.boolean(),
  /** Whether an administrator has entered the right password, so that the code is the next step. */
  afterPassword: v.boolean(),
  referralCode: v.nullable(boundedText),
  campaign: v.nullable(boundedText),
  otpRequestId: v.nullable(boundedText),
  /** Length of the code, which grows while the phone is under attack. */
  codeDigits: v.picklist([6, 8]),
  /** Epoch milliseconds by this browser's clock, computed from the durations that the server sends. */
  codeExpiresAt: whole,
  resendAt: whole,
  verifiedUntil: whole,
  acceptedTerms: v.nullable(boundedText),
  /** Distinguishes this flow, or the forms before it, from earlier flows in the tab's history entries. */
  startedAt: whole,
  /**
   * Phone typed into an unsent form. Like the kind of account, it is prefilled in the next form and survives a reload.
   */
  draftPhone: v.nullable(boundedText),
  draftKind: v.nullable(v.picklist(['personal', 'enterprise'])),
  draftTerms: v.boolean(),
};

/**
 * State of an OTP flow that survives a reload. It contains no secret: the password stays in its input and the otpToken
 * in an HttpOnly cookie; only the token's expiry is stored here.
 */
export type SignupState = { [K in keyof typeof kept]: v.InferOutput<(typeof kept)[K]> };

/** Sent instead of the otpToken, which is in an HttpOnly cookie that only the server reads. */
export const otpTokenInCookie = 'cookie';

const initial: SignupState = {
  flow: null,
  step: null,
  phone: null,
  isEnterprise: false,
  remember: true,
  afterPassword: false,
  referralCode: null,
  campaign: null,
  otpRequestId: null,
  codeDigits: 6,
  codeExpiresAt: 0,
  resendAt: 0,
  verifiedUntil: 0,
  acceptedTerms: null,
  startedAt: 0,
  draftPhone: null,
  draftKind: null,
  draftTerms: false,
};

export const useSignup = createPersistedSlice(initial, {
  name: 'signup',
  version: 1,
  perTab: 'all',
  // A phone number must not be in the browser's storage. `afterPassword` is true only of the phone of the same entry.
  perEntry: { fields: ['phone', 'draftPhone', 'afterPassword'], ownedBy: 'startedAt' },
  kept,
});

export const readSignup = (): SignupState => useSignup.getState();

export const signupEvents = {
  flowStarted(flow: FlowName): void {
    const { campaign, referralCode } = useSignup.getState();
    useSignup.setState({ ...initial, flow, campaign, referralCode, startedAt: Date.now() });
  },
  stepReached(step: string): void {
    useSignup.setState({ step });
  },
  /** Starts another flow with the phone that was verified in this flow. */
  flowTaken(flow: FlowName, step: string): void {
    useSignup.setState({ flow, step });
  },
  detailsGiven(
    details: Partial<
      Pick<
        SignupState,
        'phone' | 'isEnterprise' | 'remember' | 'afterPassword' | 'acceptedTerms' | 'referralCode'
      >
    >,
  ): void {
    useSignup.setState(details);
  },
  /** A form that does not ask for the kind of account or for the agreement keeps the choice of another form. */
  drafted(
    draftPhone: string | null,
    draftKind: SignupState['draftKind'],
    ticks: Partial<Pick<SignupState, 'remember' | 'draftTerms'>> = {},
  ): void {
    const startedAt = useSignup.getState().startedAt || Date.now();
    useSignup.setState({ startedAt, draftPhone, ...(draftKind !== null && { draftKind }), ...ticks });
  },
  campaignNoted(campaign: string): void {
    useSignup.setState({ campaign });
  },
  /**
   * The code is valid from `requestedAt` at the earliest, so it never expires later in this browser than on the server.
   */
  codeSent(
    answer: {
      otpRequestId: string;
      expiresIn: number;
      resendIn: number;
      digits: number;
      requestedAt?: number;
    },
    now: number,
  ): void {
    useSignup.setState({
      otpRequestId: answer.otpRequestId,
      codeDigits: answer.digits === 8 ? 8 : 6,
      codeExpiresAt: (answer.requestedAt ?? now) + answer.expiresIn * 1000,
      resendAt: now + answer.resendIn * 1000,
      verifiedUntil: 0,
    });
  },
  phoneVerified(expiresIn: number, now: number): void {
    useSignup.setState({ otpRequestId: null, codeExpiresAt: 0, verifiedUntil: now + expiresIn * 1000 });
  },
  /** Called when the code or the verification is no longer valid. Keeps the phone. */
  proofLost(): void {
    useSignup.setState({ otpRequestId: null, codeExpiresAt: 0, verifiedUntil: 0 });
  },
  flowEnded(): void {
    useSignup.setState(initial);
  },
};
