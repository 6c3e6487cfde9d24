import { describe, expect, it } from 'vitest';
import { judgeFile } from '../testing/judge-file.ts';
import { makeXlsx } from '../testing/xlsx.ts';

const days = async (...cells: string[]) => {
  const rows = cells.map((cell, n) => `091234567${n},1,TP.HCM,${cell}`);
  const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ';
  const judged = await judgeFile(`${titles}\n${rows.join('\n')}\n`);
  return judged.rows.map((row) => [
    row.isValid && row.member.certificate?.issuedOn.slice(5),
    row.notes.some(({ note }) => note === 'day'),
  ]);
};

describe('the certificate reader', () => {
  it.each([
    ['2024-05-06', '2024-05-06', false],
    ['2024-05-06 00:00:00', '2024-05-06', false],
    ['2024-05-06T00:00:00.000Z', '2024-05-06', false],
    ['06/05/2024', '2024-05-06', true],
    ['6/5/2024', '2024-05-06', true],
    ['6.5.2024', '2024-05-06', true],
    ['06-05-2024', '2024-05-06', true],
    ["'06/05/2024", '2024-05-06', true],
    ['ngày 6 tháng 5 năm 2024', '2024-05-06', false],
    ['６／５／２０２４', '2024-05-06', true],
    ['29/02/2024', '2024-02-29', false],
    ['05/26/2024', '2024-05-26', true],
    ['6/5/24', '2024-05-06', true],
    ['45418', '2024-05-06', true],
    ['45418.0', '2024-05-06', true],
    ['2024-05-05T17:00:00.000Z', '2024-05-06', true],
    ['2024-05-05T17:00Z', '2024-05-06', true],
    ['2024-05-06T09:30:00Z', '2024-05-06', false],
  ])('reads the day %j of a certificate as %s', async (cell, issuedOn, isGuessed) => {
    const text = `SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ\n0912345678,HCM-1,TP.HCM,${cell}\n`;
    const [row] = (await judgeFile(text)).rows;
    expect(row).toMatchObject({
      member: { certificate: { number: 'HCM-1', province: '79', issuedOn, expiresOn: null } },
      notes: isGuessed
        ? [{ field: 'certificateIssuedOn', note: 'day', column: 3, from: cell, to: issuedOn }]
        : [],
    });
  });

  it.each([
    [
      ['05/06/2024', '05/26/2024'],
      [
        ['05-06', true],
        ['05-26', true],
      ],
    ],
    [
      ['05/06/2024', '12/05/2024', '05/12/2024'],
      [
        ['06-05', true],
        ['05-12', true],
        ['12-05', true],
      ],
    ],
    [
      ['05/06/2024', '26/05/2024', '05/05/2024'],
      [
        ['06-05', false],
        ['05-26', false],
        ['05-05', false],
      ],
    ],
    [
      ['05/06/2024', '05/05/2024', 'ngày 5 tháng 6 năm 2024', '2024-06-05'],
      [
        ['06-05', true],
        ['05-05', false],
        ['06-05', false],
        ['06-05', false],
      ],
    ],
    [
      ['05/06/2024', 'ngày 26 tháng 5 năm 2024'],
      [
        ['06-05', true],
        ['05-26', false],
      ],
    ],
    [
      ['05/06/2024', '05/26/2024', '26/05/2024'],
      [
        ['06-05', true],
        ['05-26', true],
        ['05-26', false],
      ],
    ],
  ])('reads the dates %j in the order of the whole column', async (cells, expected) => {
    expect(await days(...cells)).toEqual(expected);
  });

  it.each([
    '6-May-2024',
    'May 6 2024',
    '06 May 2024',
    '6 Thg5 2024',
    '6 Th5 2024',
    '20240506',
    'ngày 06/05/2024',
  ])('reads %j as a day in May', async (cell) => {
    expect((await days(cell, '26/05/2024'))[0]).toEqual(['05-06', false]);
  });

  it('detects the order of day and month from the 401st row', async () => {
    const filler = Array.from({ length: 400 }, (_, n) => `0912${100_000 + n},1,TP.HCM,05/06/2024`);
    const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ';
    const { rows } = await judgeFile(`${titles}\n${filler.join('\n')}\n0912345678,1,TP.HCM,05/26/2024\n`);
    expect(rows[0]).toMatchObject({ member: { certificate: { issuedOn: '2024-05-06' } } });
  });

  it.each([
    ['', 45_418],
    ['date1904="0"', 45_418],
    ['date1904="1"', 43_956],
    ['date1904="true"', 43_956],
  ])('reads the days of a workbook with the properties %j', async (properties, number) => {
    const titles = ['SĐT', 'Số chứng chỉ', 'Nơi cấp chứng chỉ', 'Ngày cấp chứng chỉ'];
    const file = makeXlsx([titles, ['0912345678', 'HCM-1', 'TP.HCM', number]], properties);
    const [row] = (await judgeFile(file, 'xlsx')).rows;
    expect(row).toMatchObject({ member: { certificate: { issuedOn: '2024-05-06' } } });
  });

  it.each([
    ['HCM-1', '79', '06/05/2024', '31/02/2029', 'certificateExpiresOn:format'],
    ['HCM-1', '79', '06/05/2024', 'chưa rõ', 'certificateExpiresOn:leftOut'],
    ['HCM-1', '79', '30/02/2024', '', 'certificateIssuedOn:format'],
    ['HCM-1', '79', '06/05/2027', '', 'certificateIssuedOn:leftOut'],
    ['HCM-1', '79', '06/05/2024', '06/05/2023', 'certificateExpiresOn:leftOut'],
    ['HCM-1', 'Paris', '06/05/2024', '', 'certificateProvince:leftOut'],
    ['', '79', '06/05/2024', '', 'certificateProvince:leftOut'],
    ['HCM-1', '79', '', '', 'certificateNumber:leftOut'],
    ['HCM-1', '79', '#REF!', '', 'certificateIssuedOn:errorCell'],
  ])('reads no certificate from %j, %j, %j, %j, and notes why', async (number, province, from, to, note) => {
    const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ,Ngày hết hạn chứng chỉ';
    const [row] = (await judgeFile(`${titles}\n0912345678,${number},${province},${from},${to}\n`)).rows;
    expect(row).toMatchObject({ isValid: true, member: { certificate: null } });
    expect(row?.notes.map((noted) => `${noted.field}:${noted.note}`)).toContain(note);
    const written = [number, province, from, to].filter((cell) => cell !== '');
    expect(row?.notes.filter((noted) => noted.to === null)).toHaveLength(written.length);
  });

  it('reads a certificate without an end date, but none for an enterprise', async () => {
    const titles = 'SĐT,Loại,Số CCHN,Tỉnh cấp CCHN,Ngày cấp CCHN,Ngày hết hạn CCHN';
    const [first, second] = (
      await judgeFile(
        `${titles}\n0912345678,,1,HCM,06/05/2024,Vô thời hạn\n0912345679,DN,1,HCM,06/05/2024,06/05/2029\n`,
      )
    ).rows;
    expect(first).toMatchObject({ member: { certificate: { number: '1', expiresOn: null } } });
    expect(second).toMatchObject({ member: { kind: 'enterprise', certificate: null } });
    expect(second?.notes.filter(({ to }) => to === null)).toHaveLength(4);
  });
});
