import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { HashFormat } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { formatForeignHash } from '#account/credentials/foreign/format-foreign-hash.ts';
import { parseSaltedDigest } from '#account/credentials/foreign/parse-foreign-hash.ts';
import { csvLine } from '#lib/text/csv.ts';
import { readFile } from '../read/read-file.ts';
import { judgeFile } from '../testing/judge-file.ts';
import { makeXlsx } from '../testing/xlsx.ts';
import { readRow } from './row.policy.ts';

const phone = '+84912345678';
const mapping = { phone: 0, passwordHash: 1, passwordSalt: 2, name: 3 };
const read = (cells: readonly string[], hashFormat: HashFormat = 'self-described') =>
  readRow(
    { cells },
    {
      mapping,
      hashFormat,
      phoneCountries: ['VN'],
      readProvince: () => ({ problem: 'leftOut' }),
      today: '2026-11-29',
    },
  );

async function cellsOf(line: string): Promise<readonly string[]> {
  const file = async function* () {
    yield Buffer.from(line);
  };
  const [row] = await Array.fromAsync(readFile('csv', file()));
  return row?.cells ?? [];
}

describe('a row of an imported file', () => {
  it.each([
    ["'=1+1", '=1+1'],
    [' An ', 'An'],
    ["'tis", "'tis"],
    ["O'Neil", "O'Neil"],
  ])('M6 with the exported name %j is read with the name %j', (written, name) => {
    expect(read([`'${phone}`, '', '', written])).toMatchObject({ isValid: true, member: { phone, name } });
  });

  it('needs the parameters of its Firebase hashes', () => {
    expect(read([phone, 'hash', 'salt', 'An'], 'firebase-scrypt')).toMatchObject({
      hash: null,
      notes: [{ field: 'passwordHash', note: 'hashFormat' }],
    });
  });

  it('omits the company of an account whose kind is personal', async () => {
    const titles = 'SĐT,Loại,Công ty,Tên viết tắt,MST,Người đại diện';
    const { rows } = await judgeFile(
      `${titles}\n0912345678,Cá nhân,Đất Vàng,ĐV,0100109106,Lê Ổn\n0912345679,DN,,,,\n0912345670,gì đó,,,,\n`,
    );
    expect(rows[0]).toMatchObject({ member: { kind: 'personal', enterprise: null } });
    expect(rows[0]?.notes.map(({ field, note, from, to }) => [field, note, from, to])).toEqual([
      ['enterpriseName', 'leftOut', 'Đất Vàng', null],
      ['shortName', 'leftOut', 'ĐV', null],
      ['taxCode', 'leftOut', '0100109106', null],
      ['representative', 'leftOut', 'Lê Ổn', null],
    ]);
    const enterprise = { name: null, shortName: null, taxCode: null, representative: null };
    expect(rows[1]).toMatchObject({ member: { kind: 'enterprise', enterprise } });
    expect(rows[2]).toMatchObject({
      member: { kind: 'personal' },
      notes: [{ field: 'kind', note: 'unknown', from: 'gì đó', to: null }],
    });
  });

  it('is reported with the first 200 characters of a refused value', () => {
    const { notes } = read(['x'.repeat(201)]);
    expect(notes).toMatchObject([{ field: 'phone', from: 'x'.repeat(200), to: null }]);
  });

  describe.each([' x ', '\tx\n', '=x', "'=x", "'x", ' ', 'a$b'])('with the salt %j', (salt) => {
    const output = createHash('sha256').update(salt).digest('hex');

    it.each(['before', 'after'] as const)(
      'keeps the salt unchanged if it is added %s the password',
      async (position) => {
        const cell = `"${salt}"`;
        const row = read(await cellsOf(`${phone},${output},${cell}\n`), `sha256-salt-${position}`);
        const expected = { kind: 'sha', position, salt: Buffer.from(salt).toString('base64') };
        expect(row).toMatchObject({ isValid: true, hash: expected });
      },
    );

    it.each(['before', 'after'] as const)(
      'keeps the salt added %s the password through an export',
      async (position) => {
        const parsed = parseSaltedDigest(output, salt, { digest: 'sha256', position });
        if (!('hash' in parsed)) throw new Error(`refused with ${parsed.problem}`);
        const line = csvLine([phone, formatForeignHash(parsed.hash)]);
        expect(read(await cellsOf(line))).toMatchObject({ isValid: true, member: { phone }, ...parsed });
      },
    );
  });
});

describe('a field with several columns', () => {
  it('prefers a date to an earlier column with “no end date”', () => {
    const cells = [phone, 'HN-1', '01', '06/05/2024', 'Vô thời hạn', '06/05/2029'];
    const row = readRow(
      { cells },
      {
        mapping: {
          phone: 0,
          certificateNumber: 1,
          certificateProvince: 2,
          certificateIssuedOn: 3,
          certificateExpiresOn: [4, 5],
        },
        hashFormat: 'self-described',
        phoneCountries: ['VN'],
        readProvince: (value) => ({ value }),
        dayOrders: new Map([
          [3, 'day'],
          [5, 'day'],
        ]),
        today: '2026-11-29',
      },
    );
    expect(row).toMatchObject({
      member: { certificate: { issuedOn: '2024-05-06', expiresOn: '2029-05-06' } },
      notes: [
        {
          field: 'certificateExpiresOn',
          note: 'several',
          from: 'Vô thời hạn; 06/05/2029',
          to: '2029-05-06',
        },
      ],
    });
  });
});

describe('the values of an invalid row', () => {
  const titles = ['SĐT', 'Họ tên', 'Số chứng chỉ', 'Ngày cấp chứng chỉ', 'Tỉnh/Thành phố'];
  const writtenOf = async (
    rows: readonly (readonly (string | number)[])[],
    properties = '',
  ): Promise<unknown[]> => {
    const judged = await judgeFile(makeXlsx([titles, ...rows], properties), 'xlsx');
    return judged.rows.map((row) => (row.isValid ? null : row.written));
  };

  it('contain an ISO date, read in the day and month order of its column', async () => {
    const written = await writtenOf([
      ['12', 'An', '0012', '05/06/2024'],
      ['0912345678', 'Bình', '1', '05/26/2024'],
    ]);
    expect(written).toEqual([
      { phone: '12', name: 'An', certificateNumber: '0012', certificateIssuedOn: '2024-05-06' },
      null,
    ]);
  });

  it('contain the day of a serial number that counts from 1904', async () => {
    const written = await writtenOf([['12', '', '', 43_831]], 'date1904="1"');
    expect(written).toEqual([{ phone: '12', certificateIssuedOn: '2024-01-02' }]);
  });

  it('contain texts in Unicode, even a rejected text', async () => {
    const written = await writtenOf([
      ['12', 'Dòng', '', '', 'TP. Hå ChÝ Minh'],
      ['0912345678', 'Dòng '.repeat(60)],
      ['0912345679', 'NguyÔn V¨n An'],
    ]);
    expect(written).toEqual([
      { phone: '12', name: 'Dũng', province: 'TP. Hồ Chí Minh' },
      { phone: '+84912345678', name: 'Dũng '.repeat(60).trim() },
      null,
    ]);
  });

  it('contain the text of the file for a value that was not understood', async () => {
    const written = await writtenOf([['12', 'không có', '', '31/02/2024', 'gì đó']]);
    expect(written).toEqual([
      { phone: '12', name: 'không có', certificateIssuedOn: '31/02/2024', province: 'gì đó' },
    ]);
  });

  it('are cut after 1,000 characters', () => {
    expect(read(['x'.repeat(1_001)])).toMatchObject({
      isValid: false,
      written: { phone: 'x'.repeat(1_000) },
    });
  });
});
