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
  [{}, 'changes nothing'],
  [{ name: 'Đất Xanh', representative: 'Lê An' }, 'changes nothing'],
  [{ name: 'Đất Lành' }, 'ends the verification'],
  [{ taxCode: '0314409058' }, 'ends the verification'],
  [{ taxCode: null }, 'ends the verification'],
  [{ shortName: 'DXG' }, 'keeps the verification'],
  [{ representative: 'Trần Bình' }, 'keeps the verification'],
])('the update %o of an enterprise %s', (change, effect) => {
  const isChanged = effect !== 'changes nothing';
  const losesVerification = effect === 'ends the verification';
  expect(judgeEnterpriseChange(known, change)).toEqual({ isChanged, losesVerification });
  expect(judgeEnterpriseChange({ ...known, verifiedAt: null }, change)).toEqual({
    isChanged,
    losesVerification: false,
  });
});
