import type { Caller } from '@vid/server/http/caller';

/** Returns a caller without a browser or a session, for services that are called directly. */
export const callerAt = (address: string): Caller => ({
  requestId: 'test',
  address,
  addressKey: address,
  userAgent: '',
  locale: 'vi',
});
