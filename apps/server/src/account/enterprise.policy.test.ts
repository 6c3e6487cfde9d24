import { expect, it } from 'vitest';
import { judgeEnterpriseChange } from './enterprise.policy.ts';

const known = {
  name: 'Đất Xanh',
  shortName: 'DX',
  taxCode: '0100109106',
  representative: 'Lê An',
  verifiedAt: new Date(),
};

it.each([
  [{}, false, false],
  [{ name: 'Đất Xanh', representative: 'Lê An' }, false, false],
  [{ name: 'Đất Lành' }, true, true],
  [{ taxCode: '0314409058' }, true, true],
  [{ taxCode: null }, true, true],
  [{ shortName: 'DXG' }, true, false],
  [{ representative: 'Trần Bình' }, true, false],
])(
  'the enterprise update %o changes the enterprise: %s; ends its verification: %s',
  (change, isChanged, losesVerification) => {
    expect(judgeEnterpriseChange(known, change)).toEqual({ isChanged, losesVerification });
    expect(judgeEnterpriseChange({ ...known, verifiedAt: null }, change)).toEqual({
      isChanged,
      losesVerification: false,
    });
  },
);
