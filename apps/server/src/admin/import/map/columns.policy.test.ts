import { describe, expect, it } from 'vitest';
import { exportColumns, exportTitle } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { memberFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { judgeFile } from '../testing/judge-file.ts';
import { person, summary } from '../testing/judged-rows.ts';
import { guessMapping, leftOutColumns } from './columns.policy.ts';

describe('the title reader', () => {
  it.each([
    ['Số ĐT', 'phone'],
    ['SĐT (Zalo)', 'phone'],
    ['Điện thoại DĐ', 'phone'],
    ['Số điện thoại (Mobile)', 'phone'],
    ['Số điện thoại *', 'phone'],
    ['Họ và tên/Full name', 'name'],
    ['Họ và\ntên', 'name'],
    ['HỌ TÊN HỘI VIÊN', 'name'],
    ['Hä vµ tªn', 'name'],
    ['Ho. va` te^n', 'name'],
    ['Mã số thuế (MST)', 'taxCode'],
    ['Tỉnh/Thành phố', 'province'],
    ['Nhóm hội viên', 'object'],
    ['Member group', 'object'],
    ['Province of the certificate', 'certificateProvince'],
    ['Email (nếu có)', 'email'],
    ['2. Họ và tên', 'name'],
    ['(3) Số điện thoại', 'phone'],
    ['phoneNumber', 'phone'],
    ['emailAddress', 'email'],
    ['Họ tên (viết hoa)', 'name'],
    ['Tên HV', 'name'],
    ['Đ/thoại', 'phone'],
    ['S&#272;T', 'phone'],
    ['Gmail', 'email'],
    ['Đ/c email', 'email'],
    ['Tên Cty', 'enterpriseName'],
    ['Tên đơn vị', 'enterpriseName'],
    ['Tỉnh/Thành phố (mới)', 'province'],
    ['Số chứng chỉ hành nghề môi giới BĐS', 'certificateNumber'],
    ['MST/CCCD', 'taxCode'],
    ['SĐT cũ', undefined],
    ['SĐT người thân', undefined],
    ['Số điện thoại (người giới thiệu)', undefined],
    ['Tên đăng nhập (Email)', undefined],
    ['Email/SĐT', undefined],
  ])('reads a column with the title %j as %s', (title, field) => {
    expect(Object.keys(guessMapping([title]))).toEqual(field === undefined ? [] : [field]);
  });

  it('maps each member column of an export to its own field', () => {
    for (const [index, column] of exportColumns.entries())
      expect(Object.keys(guessMapping([exportTitle(column)]))).toEqual(
        index < memberFields.length ? [column] : [],
      );
  });

  it.each([
    ['HỘI\n\nDANH SÁCH\n,,\nSTT,Họ tên,SĐT\n1,An,0912345678\nTổng cộng: 1\n', 5],
    ['HỘI;;\r\nNăm 2026;;\r\nHọ tên;SĐT\r\nAn;0912345678\r\n', 3],
    ['Danh sách\tHội viên\nHọ tên\tSĐT\nAn\t0912345678\n', 2],
    ['Họ tên|SĐT\nAn|0912345678\n', 1],
    ['sep=|\nDanh sách\nHọ tên|SĐT\nAn|0912345678\n', 3],
    [`${'x\n'.repeat(19)}Họ tên,SĐT\nAn,0912345678\n`, 20],
  ])('finds the titles of %j in row %i', async (text, row) => {
    const judged = await judgeFile(text);
    expect([judged.titleRow, summary(judged)[0]]).toEqual([row, person('912345678', 'An')]);
  });

  it.each([
    ['An,0912345678\nBình,0912345679\n', 0],
    ['An,Doanh nghiệp,="0912345678"\n', 0],
    ['Máy,Gọi là\n0912345678,An\n', 1],
    ['Danh sách\nSĐT,Họ tên\n0912345678,Công ty\n', 2],
  ])('finds the titles of %j in row %i, where 0 means no titles', async (text, row) => {
    const judged = await judgeFile(text);
    expect(judged.titleRow).toBe(row);
    expect(judged.rows[0]?.row).toBe(row + 1);
  });

  it.each([
    ['STT,Thông tin,,Liên hệ,\n,Họ tên,Năm sinh,Điện thoại,Email\n1,An,1980,0912345678,\n', 2],
    ['STT,Họ tên,Liên hệ,\n,,SĐT,Email\n1,An,0912345678,\n', 2],
    ['STT,Họ tên,SĐT\nI,Hà Nội,\n1,An,0912345678\n', 1],
    ['STT,Họ tên,SĐT\n(1),,\n1,An,0912345678\n', 1],
  ])('ends the titles of %j with row %i', async (text, row) => {
    const judged = await judgeFile(text);
    expect([judged.titleRow, summary(judged).at(-1)]).toEqual([row, person('912345678', 'An')]);
  });
});

it('an unused column is listed by its title’s first 100 characters', () => {
  const mapping = guessMapping(['SĐT', 'Ghi chú riêng', '']);
  expect(leftOutColumns(mapping, ['SĐT', 'x'.repeat(101), ' '])).toEqual(['x'.repeat(100), 'C']);
});
