import * as v from 'valibot';
import { text, whole } from './schemas.ts';
import { createPersistedSlice } from './persisted-slice.ts';

/** Which flow by one-time code is under way; the names are the purposes that the server knows. */
export type FlowName = 'signup' | 'signin' | 'forget-password';

/**
 * What holds a flow by one-time code together across a reload. No secret is among it: the password stays in
 * its input, the otpToken in an HttpOnly cookie, of which only the term is known here.
 */
export type SignupState = {
  flow: FlowName | null;
  /** The step of that flow's journey; checked against its table whenever it is used. */
  step: string | null;
  phone: string | null;
  isEnterprise: boolean;
  /** Whether the session is to outlast the browser. */
  remember: boolean;
  referralCode: string | null;
  campaign: string | null;
  otpRequestId: string | null;
  /** Times by this browser's clock, in milliseconds since 1970; the server's answers give only terms. */
  codeExpiresAt: number;
  resendAt: number;
  verifiedUntil: number;
  /** The version of terms and privacy policy that was agreed to in this flow. */
  acceptedTerms: string | null;
};

const initial: SignupState = {
  flow: null,
  step: null,
  phone: null,
  isEnterprise: false,
  remember: true,
  referralCode: null,
  campaign: null,
  otpRequestId: null,
  codeExpiresAt: 0,
  resendAt: 0,
  verifiedUntil: 0,
  acceptedTerms: null,
};

export const useSignup = createPersistedSlice(initial, {
  name: 'signup',
  version: 1,
  kept: {
    flow: v.nullable(v.picklist(['signup', 'signin', 'forget-password'])),
    step: v.nullable(text),
    phone: v.nullable(text),
    isEnterprise: v.boolean(),
    remember: v.boolean(),
    referralCode: v.nullable(text),
    campaign: v.nullable(text),
    otpRequestId: v.nullable(text),
    codeExpiresAt: whole,
    resendAt: whole,
    verifiedUntil: whole,
    acceptedTerms: v.nullable(text),
  },
});

/** The flow as it stands, for what is decided once and not shown. */
export const readSignup = (): SignupState => useSignup.getState();

export const signupEvents = {
  flowStarted(flow: FlowName): void {
    const { campaign, referralCode } = useSignup.getState();
    useSignup.setState({ ...initial, flow, campaign, referralCode });
  },
  stepReached(step: string): void {
    useSignup.setState({ step });
  },
  /** The verified phone of one flow is carried into another. */
  flowTaken(flow: FlowName, step: string): void {
    useSignup.setState({ flow, step });
  },
  detailsGiven(
    details: Partial<
      Pick<SignupState, 'phone' | 'isEnterprise' | 'remember' | 'acceptedTerms' | 'referralCode'>
    >,
  ): void {
    useSignup.setState(details);
  },
  campaignNoted(campaign: string): void {
    useSignup.setState({ campaign });
  },
  codeSent(answer: { otpRequestId: string; expiresIn: number; resendIn: number }, now: number): void {
    useSignup.setState({
      otpRequestId: answer.otpRequestId,
      codeExpiresAt: now + answer.expiresIn * 1000,
      resendAt: now + answer.resendIn * 1000,
      verifiedUntil: 0,
    });
  },
  phoneVerified(expiresIn: number, now: number): void {
    useSignup.setState({ otpRequestId: null, codeExpiresAt: 0, verifiedUntil: now + expiresIn * 1000 });
  },
  /** The code, or the verification it gave, is of no more use; the phone is kept. */
  proofLost(): void {
    useSignup.setState({ otpRequestId: null, codeExpiresAt: 0, verifiedUntil: 0 });
  },
  flowEnded(): void {
    useSignup.setState(initial);
  },
};
