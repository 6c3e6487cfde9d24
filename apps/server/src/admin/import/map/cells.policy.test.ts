import { describe, expect, it } from 'vitest';
import { cleanCell, foldText, isErrorCell, isNoValue } from './cell-text.ts';
import { evidenceOf, orderOf, readDay } from './days.policy.ts';
import { readNumberText } from './number-text.ts';
import { readPhone } from './phones.policy.ts';
import { createProvinceReader } from './provinces.policy.ts';
import { findKind, findObject, readEmail, readTaxCode, readText } from './values.policy.ts';

const guessed = (value: string) => ({ value, note: 'day' });

describe('a day', () => {
  const problem = { problem: 'format' };

  it.each([
    ['01/01/1900', { value: '1900-01-01' }],
    ['31/12/1899', problem],
    ['31/04/2024', problem],
    ['30/04/2024', { value: '2024-04-30' }],
    ['29/02/2023', problem],
    ['00/05/2024', problem],
    ['15/00/2024', problem],
    ['15/13/2024', problem],
    ['13/12/2024', { value: '2024-12-13' }],
    ['12/13/2024', guessed('2024-12-13')],
    ['12/12/2024', { value: '2024-12-12' }],
    ['11/12/2024', guessed('2024-12-11')],
    ['13/05/24', guessed('2024-05-13')],
    ['13/05/00', guessed('2000-05-13')],
    ['13/05/224', problem],
    ['2024/05/13', { value: '2024-05-13' }],
    ['2024/13/05', problem],
    ['5/2024', problem],
    ['1/2/3/2024', problem],
    ['13/05/20245', problem],
    ['13/xx/2024', problem],
    ['', problem],
    ['13/05/98', guessed('1998-05-13')],
    ['13/05/69', guessed('1969-05-13')],
    ['13/05/68', guessed('2068-05-13')],
    ['13/05/2567', guessed('2024-05-13')],
    ['2567-05-13', guessed('2024-05-13')],
    ['29/02/2567', guessed('2024-02-29')],
    ['30/02/2567', problem],
    ['13/05/2443', guessed('1900-05-13')],
    ['13/05/2442', { value: '2442-05-13' }],
    ['13/05/2642', guessed('2099-05-13')],
    ['13/05/2643', { value: '2643-05-13' }],
    ['31/12/9999', { value: '' }],
    ['9999-12-31', { value: '' }],
    ['13052024', { value: '2024-05-13' }],
    ['20102010', { value: '2010-10-20' }],
    ['13/05/2024 12:00:00 SA', { value: '2024-05-13' }],
    ['Thứ Hai, 13 Tháng Năm, 2024', { value: '2024-05-13' }],
    ['20 tháng Mười hai năm 2024', { value: '2024-12-20' }],
    ['Chủ nhật, 7/1/2024', guessed('2024-01-07')],
    ['Thg 5 13, 2024', { value: '2024-05-13' }],
    ['Mon May 13 2024 00:00:00 GMT+0700 (Indochina Time)', { value: '2024-05-13' }],
  ])('is read from %j as %j', (written, reading) => {
    expect(readDay(written)).toEqual(reading);
  });

  it.each([
    ['20000', guessed('1954-10-03')],
    ['19999', problem],
    ['79999', guessed('2119-01-10')],
    ['80000', problem],
    ['45418,75', guessed('2024-05-06')],
    ['454180', problem],
  ])('is read from the serial number %j as %j', (written, reading) => {
    expect(readDay(written)).toEqual(reading);
  });

  it('is read from a serial number that counts from 1904', () => {
    expect(readDay('43956', { epoch: 1904 })).toEqual(guessed('2024-05-06'));
    expect(readDay('45418', { epoch: 1900 })).toEqual(guessed('2024-05-06'));
  });

  it.each([
    ['2024-05-05T16:59Z', { value: '2024-05-05' }],
    ['2024-05-05T17:00Z', guessed('2024-05-06')],
    ['2024-05-05T17:00:00+07:00', { value: '2024-05-05' }],
    ['2024-05-05T23:00', { value: '2024-05-05' }],
    ['2024-05-05T16:59:59.999Z', { value: '2024-05-05' }],
    ['2024-12-31T17:00:00Z', guessed('2025-01-01')],
  ])('is the day in Vietnam of the instant %j', (written, reading) => {
    expect(readDay(written)).toEqual(reading);
  });

  it.each([
    'Vô thời hạn',
    'không thời hạn',
    'Không xác định thời hạn',
    'Không giới hạn',
    'lâu dài',
    'Vĩnh viễn',
    'vo thoi han',
  ])('is read from %j as “no end date”', (written) => {
    expect(readDay(written)).toEqual({ value: '' });
  });

  it.each(['rất lâu dài', 'vô thời hạn 2024', 'thời hạn'])('is not read from %j', (written) => {
    expect(readDay(written)).toEqual(problem);
  });

  it.each([...'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').entries()])(
    'is read if month %i, counted from 0, has its English abbreviation %j',
    (index, month) => {
      const value = `2024-${String(index + 1).padStart(2, '0')}-06`;
      for (const written of [`6 ${month} 2024`, `${month} 6, 2024`, `6-${month.toUpperCase()}-2024`])
        expect([written, readDay(written)]).toEqual([written, { value }]);
    },
  );

  it.each([
    ['June 6 2024', '2024-06-06'],
    ['6 July 2024', '2024-07-06'],
    ['Sept 6 2024', '2024-09-06'],
    ['6 February 2024', '2024-02-06'],
    ['6 September 2024', '2024-09-06'],
    ['6 Septembers 2024', undefined],
    ['6 xmay 2024', undefined],
  ])('is read from %j, which names the month, as %s', (written, value) => {
    expect(readDay(written)).toEqual(value === undefined ? problem : { value });
  });

  it.each([
    '6 tháng 5 năm 2024',
    'ngày 6 tháng 5 2024',
    '6 thg 5 2024',
    '6 th5 2024',
    '6 May 2024',
    'September 6 2024',
  ])('has an unambiguous order if words mark its month, as in %j', (written) => {
    expect(readDay(written, { order: 'month' })).not.toHaveProperty('note');
    expect(readDay(written)).toMatchObject({ value: expect.stringMatching(/^2024-0[59]-06$/u) });
    expect(evidenceOf(written)).toBeUndefined();
  });

  it('follows the day and month order of its column if both numbers may be months', () => {
    expect(readDay('05/06/2024', { order: 'day' })).toEqual({ value: '2024-06-05' });
    expect(readDay('05/06/2024', { order: 'month' })).toEqual(guessed('2024-05-06'));
    expect(readDay('05/06/2024', { order: 'unknown' })).toEqual(guessed('2024-06-05'));
    expect(readDay('05/05/2024', { order: 'month' })).toEqual({ value: '2024-05-05' });
    expect(readDay('26/05/2024', { order: 'month' })).toEqual({ value: '2024-05-26' });
    expect(readDay('2024-05-06', { order: 'month' })).toEqual({ value: '2024-05-06' });
  });

  it.each([
    ['13/12/2024', 'day'],
    ['12/13/2024', 'month'],
    ['12/12/2024', undefined],
    ['13/13/2024', undefined],
    ['2024-13-05', undefined],
    ['2024-05-26', undefined],
    ['26/05', undefined],
    ['26/05/2024 10:00', 'day'],
    ['x', undefined],
    ['', undefined],
  ])('written as %j is evidence for the column order “%s”', (written, order) => {
    expect(evidenceOf(written)).toBe(order);
  });

  it('is read in the order of its column’s unambiguous dates', () => {
    expect(orderOf(new Set(['day', undefined]))).toBe('day');
    expect(orderOf(new Set(['month']))).toBe('month');
    expect(orderOf(new Set(['day', 'month']))).toBe('unknown');
    expect(orderOf(new Set([undefined]))).toBe('unknown');
    expect(orderOf(new Set())).toBe('unknown');
  });
});

it.each(["'", '‘', '’', '`', '´', "''"])('a day is read without the mark %j before it', (mark) => {
  expect(readDay(`${mark}26/05/2024`)).toEqual({ value: '2024-05-26' });
});

describe('a number written by a program', () => {
  it.each([
    ['9.12345678E8', { digits: '912345678' }],
    ['9,12345678e+08', { digits: '912345678' }],
    ['+9.12345678E8', { digits: '912345678' }],
    ['9.1234567E8', 'lost'],
    ['9E8', 'lost'],
    ['9.1234567800E8', { digits: '912345678' }],
    ['9.1234567801E8', undefined],
    ['91.2345678E7', undefined],
    ['9.12345678E100', undefined],
    ['12345678.0', { digits: '12345678' }],
    ['1234567.0', undefined],
    ['123456789012345.00', { digits: '123456789012345' }],
    ['1234567890123456.0', undefined],
    ['912345678.5', undefined],
    ['912,345,678', { digits: '912345678' }],
    ['912,345,678.00', { digits: '912345678' }],
    ['912.345.678,00', { digits: '912345678' }],
    ['912.345.678', undefined],
    ['912,345', undefined],
    ['1,912,345,678,123', { digits: '1912345678123' }],
    ['1,912,345,678,123,456', undefined],
    ['912,345,67', undefined],
    ["'912345678.0", { digits: '912345678' }],
    ['９１２３４５６７８.0', { digits: '912345678' }],
    ['912 345 678.0', { digits: '912345678' }],
    ['912345678', undefined],
    ['912345678,00', { digits: '912345678' }],
    ["9'12345678.0", undefined],
    ['912\u200B345678.0', { digits: '912345678' }],
    ['912,345,678,', undefined],
    ['912,345,678.05', undefined],
    ['1.912.345.678.123,00', { digits: '1912345678123' }],
    ['1.912.345.678.123.456,00', undefined],
    ['912.345,00', undefined],
    ['912.345.67,00', undefined],
  ])('is read from %j as %j', (written, number) => {
    expect(readNumberText(written)).toEqual(number);
  });

  it.each(["'", '‘', '’', '`', '´', "''"])('is read without the mark %j before it', (mark) => {
    expect(readNumberText(`${mark}912345678.0`)).toEqual({ digits: '912345678' });
  });
});

describe('the text of a cell', () => {
  it.each([
    [' An ', 'An'],
    ['="0912345678"', '0912345678'],
    ['#N/A ="0912345678"', '0912345678'],
    [' = "0912" & "345" ', '0912345'],
    ['=T( "a" )', 'a'],
    ['=t("a")', 'a'],
    ['="say ""hi"""', 'say "hi"'],
    ['=912345678', '912345678'],
    ['=A1', '=A1'],
    ['="a', '="a'],
    ["'=1+1", '=1+1'],
    ["'+84912345678", '+84912345678'],
    ["'-1", '-1'],
    ["'@x", '@x'],
    ["a,'=b", 'a,=b'],
    ["'a", "'a"],
    ["a'=b", "a'=b"],
    ['x ="0912345678"', 'x ="0912345678"'],
    ...["'=1", "'+1", "'-1", "'@1", "'＝1", "'＋1", "'－1", "'＠1"].map((cell) => [cell, cell.slice(1)]),
    ["'\tx", 'x'],
    ["'\rx", 'x'],
    ...[',', ';', ':', '|', '\t', '\r', '\n', ', "'].map((mark) => [`a${mark}'=b`, `a${mark}=b`]),
  ])('%j is read as %j', (written, text) => {
    expect(cleanCell(written)).toBe(text);
  });

  it('is folded to letters and digits without diacritics', () => {
    expect(foldText(' Tỉnh/Thành  phố: ĐẮK-Lắk 2 ')).toBe('tinh thanh pho dak lak 2');
    expect(foldText('…')).toBe('');
  });

  it.each([
    ...'#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #BUSY!'.split(
      ' ',
    ),
    '#PYTHON!',
    '#GETTING_DATA',
    '#ERROR!',
    '####',
    '#',
    'Err:502',
    ' #n/a ',
    '#N/A =B2&" "&C2',
    '#N/A =CONCAT("a")',
  ])('%j is recognized as a formula error', (text) => {
    expect(isErrorCell(text)).toBe(true);
  });

  it.each(['N/A', '#1', 'x #N/A', '#N/A x', 'Err:5', 'Err:5020', '=1+1', '=CONCAT("a")', 'x =A1', ''])(
    '%j is not a formula error',
    (text) => {
      expect(isErrorCell(text)).toBe(false);
    },
  );

  it.each([
    ['', 'does not mean that the value is missing'],
    [' ', 'does not mean that the value is missing'],
    ['-', 'means that the value is missing'],
    ['...', 'means that the value is missing'],
    ['0', 'means that the value is missing'],
    ['0 0', 'means that the value is missing'],
    ['01', 'does not mean that the value is missing'],
    ['10', 'does not mean that the value is missing'],
    ['null', 'means that the value is missing'],
    ['Null', 'means that the value is missing, except as a name'],
    ['Nan', 'means that the value is missing, except as a name'],
    ['nan', 'means that the value is missing'],
    ...[
      'none',
      'undefined',
      'n/a',
      'n.a.',
      'n\\a',
      'NaN',
      'true',
      'FALSE',
      'Not available',
      'x',
      'xx',
      '<null>',
      '(null)',
    ].map((text): [string, string] => [text, 'means that the value is missing']),
    ...'none yet,nil,nat,unspecified,blank,empty,missing,pending,na,n a,tba,tbc,no,no data,no email,no mail,no phone,not applicable,not provided,not yet,to be updated,to be confirmed,updating'
      .split(',')
      .map((text): [string, string] => [text, 'means that the value is missing, except as a name']),
    ['NULLED', 'does not mean that the value is missing'],
    ['anull', 'does not mean that the value is missing'],
    ['[none]', 'means that the value is missing'],
    ['xxx', 'means that the value is missing'],
    ['xxxx', 'does not mean that the value is missing'],
    ['tbd', 'means that the value is missing, except as a name'],
    ['No', 'means that the value is missing, except as a name'],
    ['unknown', 'means that the value is missing, except as a name'],
    ['không', 'means that the value is missing'],
    ['không có', 'means that the value is missing'],
    ['khong co', 'means that the value is missing'],
    ['Đang Khai', 'means that the value is missing'],
    ['dang khai', 'means that the value is missing, except as a name'],
    ['Đang cập nhật', 'means that the value is missing'],
    ['chưa có / sẽ bổ sung', 'means that the value is missing'],
    ['chưa có / An', 'does not mean that the value is missing'],
    ['không có gì để nói', 'does not mean that the value is missing'],
    ['hiện tại chưa có', 'means that the value is missing'],
    ['chưa đăng ký mst', 'means that the value is missing'],
    ['bí mật', 'means that the value is missing'],
    ['quên', 'means that the value is missing'],
    ['trống', 'means that the value is missing'],
    ['để trống', 'means that the value is missing'],
    ['không  có', 'means that the value is missing'],
    ['không có'.normalize('NFD'), 'means that the value is missing'],
    ['chưa nhớ', 'means that the value is missing'],
    ['đang khai', 'means that the value is missing'],
    ['chờ dữ liệu', 'means that the value is missing'],
    ['An', 'does not mean that the value is missing'],
  ])('such as “%s” %s', (text, verdict) => {
    expect([isNoValue(text), isNoValue(text, true)]).toEqual([
      verdict !== 'does not mean that the value is missing',
      verdict === 'means that the value is missing',
    ]);
  });
});

describe('a phone', () => {
  const upgraded = { value: '+84392345678', note: 'upgraded' };

  it.each([
    ['01692345678', upgraded],
    ['1692345678', upgraded],
    ['841692345678', upgraded],
    ['00841692345678', upgraded],
    ...['2', '6'].map((digit) => [`01${digit}92345678`, expect.objectContaining({ note: 'upgraded' })]),
    ['0123 234 5678 / 0912345678', { value: '+84832345678', note: 'several' }],
    ['0912345678', { value: '+84912345678' }],
    ['0912345678.', { value: '+84912345678' }],
    ['0912345678;', { value: '+84912345678' }],
    ...["'", '‘', '’', '`', '´'].map((mark) => [`${mark}0912345678`, { value: '+84912345678' }]),
    ...['.', ',', ';', ':', ' . '].map((end) => [`0912345678${end}`, { value: '+84912345678' }]),
    ...[';', ',', '\n', '|'].map((mark) => [
      `0912345678${mark} 2. 0912345679`,
      { value: '+84912345678', note: 'several' },
    ]),
    ...[';', ',', '\n', '|', ' '].map((mark) => [
      `1) 0912345678${mark}2) 0912345679`,
      { value: '+84912345678', note: 'several' },
    ]),
    ['0912,345,678', { value: '+84912345678', note: 'number' }],
    ['0912, 345, 678', { value: '+84912345678', note: 'number' }],
    ['09,12,34,56,78', { value: '+84912345678', note: 'number' }],
    ['0,912,345,678', { value: '+84912345678', note: 'number' }],
    ['091234567,8', { problem: 'format' }],
    ['0912345678/0912345678', { value: '+84912345678', note: 'cleaned' }],
    ['0912345678/0912345679', { value: '+84912345678', note: 'several' }],
    ['０９１２３４５６７８；０９８７６５４３２１', { value: '+84912345678', note: 'several' }],
    ['0912345678/1234', { value: '+84912345678', note: 'several' }],
    ['0912345678/12345', { problem: 'format' }],
    ['0912345678,1234', { problem: 'format' }],
    ['0912345678 ,1234', { problem: 'format' }],
    ['0912345678 x 12, 79', { value: '+84912345678', note: 'several' }],
    ['0912345678, x 79', { value: '+84912345678', note: 'several' }],
    ['79/0912345678', { problem: 'format' }],
    ['0912345678 / 02438223344', { value: '+84912345678', note: 'several' }],
    ['02438223344', { problem: 'unsupported' }],
    ['02438223344 / 02438223345', { problem: 'unsupported' }],
    ['0169 567 8945 (cũ)', { value: '+84395678945', note: 'upgraded' }],
    ['x0912345678', { problem: 'format' }],
    ['0912345678x', { problem: 'format' }],
    ['Lan 0912345678', { value: '+84912345678', note: 'cleaned' }],
    ['Lan0912345678', { problem: 'format' }],
    ['Lan: 0912345678', { value: '+84912345678', note: 'cleaned' }],
    ['0912345678 (24/7)', { value: '+84912345678', note: 'cleaned' }],
    ['0912345678 (8h)', { value: '+84912345678', note: 'cleaned' }],
    ['0912345678 (123)', { problem: 'format' }],
    ['1. 0912345678', { value: '+84912345678', note: 'cleaned' }],
    ['1) 0912345678', { value: '+84912345678', note: 'cleaned' }],
    // Landlines with area codes from before 2017.
    ...[
      '(08) 3822 3344',
      '(08)38223344',
      '08.38223344',
      '08-3822.3344',
      '08 3.822 3344',
      '+84 8 3822 3344',
      '(84-8) 3822 3344',
      '+84 (08) 38223344',
      ...'30 31 33 36 37 38 39 52 56 58 59 70 76 77 79'
        .split(' ')
        .flatMap((code) => [`(0${code}) 3822333`, `(0${code})3822.333`, `(0${code}) 3.822.333`]),
    ].map((written) => [written, { problem: 'unsupported' }]),
    ['08 38 22 33 44', { value: '+84838223344' }],
    ['083 822 3344', { value: '+84838223344' }],
    ['08 1822 3344', { value: '+84818223344' }],
    ['(038) 382-2333', { value: '+84383822333' }],
    ['(038) 1822333', { value: '+84381822333' }],
  ])('is read from %j as %j', (written, reading) => {
    expect(readPhone(written, ['VN'])).toEqual(reading);
  });

  it.each(
    'S.Đ.T Đ.T đ.t. SĐT ĐTDĐ ĐTCQ ĐTNR DĐ ĐĐ ĐT Tel Phone Mobile Mob Zalo Viber WhatsApp Hotline Cell Fax HP Số M T P H'.split(
      ' ',
    ),
  )('is read without the word %j before it', (word) => {
    expect(readPhone(`${word} 0912345678`, ['VN'])).toEqual({ value: '+84912345678', note: 'cleaned' });
  });
});

describe('a cell', () => {
  it.each([
    [
      'mst',
      'MST',
      'M.S.T.',
      'ma so thue',
      'Mã số thuế',
      'Mã thuế',
      'Mã số DN',
      'Mã số doanh nghiệp',
      'MSDN',
      'tax',
    ],
    ['Tax code', 'taxid', 'tax no', 'VAT', 'GPKD', 'GPĐKKD', 'ĐKKD', 'GCNĐKKD', 'Số', 'VN'],
  ])('is read as a tax code without words such as %j', (...labels) => {
    for (const label of labels)
      for (const written of [`${label}: 0100109106`, `${label} 0100109106`, `${label} số 0100109106`])
        expect([written, readTaxCode(written)]).toEqual([written, { value: '0100109106', note: 'cleaned' }]);
  });

  it('with the tax code 123456789012 is marked as unverified', () => {
    expect(readTaxCode('123456789012')).toEqual({ value: '123456789012', note: 'unverified' });
  });

  it.each([
    '; ',
    ', ',
    ' | ',
    ' / ',
    '\n',
    ' và ',
    ' va ',
    ' hoặc ',
    ' hoac ',
    ' and ',
    ' or ',
    ' & ',
    ' AND ',
    ' ',
  ])('is read as the first of two tax codes with %j between them', (mark) => {
    expect(readTaxCode(`0100109106${mark}0314409058`)).toEqual({ value: '0100109106', note: 'several' });
  });

  it.each([
    '; ',
    ', ',
    ' | ',
    ' / ',
    '\n',
    ' và ',
    ' va ',
    ' hoặc ',
    ' hoac ',
    ' and ',
    ' or ',
    ' & ',
    ' - ',
    ' + ',
  ])('is read as the first of two e-mail addresses with %j between them', (mark) => {
    expect(readEmail(`an@x.vn${mark}b@y.vn`)).toEqual({ value: 'an@x.vn', note: 'several' });
  });

  it.each([
    ['AN@X.vn', { value: 'AN@x.vn' }],
    ['an@x.vn.', { value: 'an@x.vn', note: 'cleaned' }],
    ['An Bình: an@x.vn', { value: 'an@x.vn', note: 'cleaned' }],
    ['an@x.vn b', { problem: 'format' }],
    ['x', { problem: 'format' }],
    ['a@b', { problem: 'format' }],
  ])('with the e-mail address %j is read as %j', (written, reading) => {
    expect(readEmail(written)).toEqual(reading);
  });

  it.each([
    ['An', { value: 'An' }],
    ['An\nBình', { value: 'An Bình', note: 'cleaned' }],
    ['An\tBình', { value: 'An Bình' }],
    ['Ng?yễn', { problem: 'lettersLost' }],
    ['An ?', { value: 'An ?' }],
    ["'An", { value: 'An', note: 'cleaned' }],
    ["'an'", { value: "'an'" }],
    ["d'An", { value: "d'An" }],
  ])('with the text %j is read as %j', (written, reading) => {
    expect(readText(written)).toEqual(reading);
  });

  it.each(["'", '‘', '’', '`', '´', "'‘"])('is read without the mark %j before its text', (mark) => {
    expect(readText(`${mark}An`)).toEqual({ value: 'An', note: 'cleaned' });
  });

  it.each([
    ['hội viên cá nhân', 'personal'],
    ['khách hàng là doanh nghiệp', 'enterprise'],
    ['Thành viên: tổ chức', 'enterprise'],
    ['personal account', 'personal'],
    ['company member', 'enterprise'],
    ['c.n', 'personal'],
    ['x', undefined],
    ['', undefined],
  ])('with the kind %j is read as %s', (written, kind) => {
    expect(findKind(written)).toBe(kind);
  });

  it.each(['hội viên', 'thành viên', 'tài khoản', 'loại', 'khách hàng', 'hv', 'kh'])(
    'is read as a kind of account without the word %j before it',
    (word) => {
      expect(findKind(`${word} cá nhân`)).toBe('personal');
    },
  );

  it.each([
    ['Môi giới', 'broker'],
    ['Môi giới viên', 'broker'],
    ['Sàn', 'exchange'],
    ['Sàn giao dịch BĐS', 'exchange'],
    ['Khách hàng', 'customer'],
    ['Client', 'customer'],
    ['Chuyên gia', 'expert'],
    ['x', undefined],
  ])('with the member group %j is read as %s', (written, object) => {
    expect(findObject(written)).toBe(object);
  });

  it('is read as a province by its code, name or former name', () => {
    const read = createProvinceReader([
      { code: '01', name: { vi: 'Hà Nội', en: 'Ha Noi Capital' } },
      { code: '79', name: { vi: 'Thành phố Hồ Chí Minh', en: 'Ho Chi Minh City' } },
      { code: '66', name: { vi: 'Đắk Lắk', en: 'Dak Lak' } },
      { code: '46', name: { vi: 'Huế', en: 'Hue' } },
    ]);
    for (const [written, code] of [
      ['1', '01'],
      ['01', '01'],
      ['hn', '01'],
      ['Hanoi', '01'],
      ['TP Hà Nội', '01'],
      ['Ha Noi Capital', '01'],
      ['HCM', '79'],
      ['HCMC', '79'],
      ['Sài Gòn', '79'],
      ['T.P Hồ Chí Minh', '79'],
      ['Ho Chi Minh City', '79'],
      ['Tỉnh Đắc Lắc', '66'],
      ['Đăk Lắc', '66'],
      ['Dak Lak Province', '66'],
      ['Thừa Thiên Huế', '46'],
    ])
      expect([written, read(String(written))]).toEqual([written, { value: code }]);
    expect(read('Bình Dương')).toEqual({ value: '79', note: 'merged' });
    // The parts of the text are different provinces.
    expect(read('Hà Nội, TP.HCM')).toEqual({ problem: 'leftOut' });
    expect(read('Hà Tây')).toEqual({ value: '01', note: 'merged' });
    for (const written of ['Daklak', 'T. Đắk Lắk', 'Đắc Lắk']) expect(read(written)).toEqual({ value: '66' });
    for (const written of ['TT Huế', 'T.T. Huế', 'TP Huế']) expect(read(written)).toEqual({ value: '46' });
    for (const written of ['TPHN', 'Thủ đô Hà Nội']) expect(read(written)).toEqual({ value: '01' });
    // The provinces of this test do not include the one that absorbed Hà Giang.
    expect(read('Hà Giang')).toEqual({ problem: 'leftOut' });
    expect(read('Paris')).toEqual({ problem: 'leftOut' });
    const letters = createProvinceReader([{ code: 'HN', name: { vi: 'Hà Nội', en: 'Hanoi' } }]);
    expect([letters('hn'), letters('HN')]).toEqual([{ value: 'HN' }, { value: 'HN' }]);
  });

  it.each([
    ['Tuyên Quang', ['Hà Giang']],
    ['Lào Cai', ['Yên Bái']],
    ['Thái Nguyên', ['Bắc Kạn', 'Bắc Cạn']],
    ['Phú Thọ', ['Vĩnh Phúc', 'Hòa Bình']],
    ['Bắc Ninh', ['Bắc Giang']],
    ['Hưng Yên', ['Thái Bình']],
    ['Hải Phòng', ['Hải Dương']],
    ['Ninh Bình', ['Hà Nam', 'Nam Định']],
    ['Quảng Trị', ['Quảng Bình']],
    ['Đà Nẵng', ['Quảng Nam']],
    ['Quảng Ngãi', ['Kon Tum', 'Kontum']],
    ['Gia Lai', ['Bình Định']],
    ['Khánh Hòa', ['Ninh Thuận']],
    ['Lâm Đồng', ['Đắk Nông', 'Đắc Nông', 'Bình Thuận']],
    ['Đắk Lắk', ['Phú Yên']],
    ['Hồ Chí Minh', ['Bà Rịa - Vũng Tàu', 'BRVT', 'Vũng Tàu', 'Bình Dương']],
    ['Đồng Nai', ['Bình Phước']],
    ['Tây Ninh', ['Long An']],
    ['Vĩnh Long', ['Bến Tre', 'Trà Vinh']],
    ['Đồng Tháp', ['Tiền Giang']],
    ['Cà Mau', ['Bạc Liêu']],
    ['Cần Thơ', ['Sóc Trăng', 'Hậu Giang']],
    ['An Giang', ['Kiên Giang']],
  ])('is read as the province %s from its former provinces %j', (name, former) => {
    const read = createProvinceReader([{ code: '99', name: { vi: name, en: name } }]);
    for (const province of former)
      expect([province, read(`Tỉnh ${province}`)]).toEqual([province, { value: '99', note: 'merged' }]);
  });
});
