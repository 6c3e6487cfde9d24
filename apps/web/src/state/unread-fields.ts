/** Fields that the specification requires but no screen reads. The slices contain them, and some events write them. */

export type UnreadAuth = {
  /**
   * The last `resendIn`, or 0 if no code was requested. Pages read `resendAt` of `signup` instead. Kept in memory only.
   */
  OTPTimeout: number;
  loginScreen: number;
  loading: boolean;
  isChangedPassword: boolean;
  // The server holds a social identity until its owner has a phone (docs/deviations.md).
  waitFbEmailConfirm: boolean;
  fbAccessToken: string | null;
  fbUserId: string | null;
  signUpId: string | null;
  isLoginbyOauth: boolean;
};

export type UnreadCommon = {
  layoutScrollRefresh: number;
};

export type UnreadLayout = {
  initialPath: string | null;
  viewHeight: number;
  themeStyle: 'standard';
};
