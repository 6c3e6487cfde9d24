import { describe, expect, it } from 'vitest';
import { judgeFile } from '../testing/judge-file.ts';
import { company, one, person, summary } from '../testing/judged-rows.ts';

describe('the value reader', () => {
  it.each([
    ['tel:0912-345-678', '+84912345678'],
    ['0912345678/79', '+84912345678'],
    ['0912345678 ext. 0123', '+84912345678'],
    ['024 3822 3344 / 0912345678', '+84912345678'],
    ['NR: 024 3822 3344, DĐ: 0912 345 678', '+84912345678'],
    ['0912 345 678 0987 654 321', '+84912345678'],
    ['0912345678 hoặc 0987654321', '+84912345678'],
    ['ĐT0912345678', '+84912345678'],
    ['0169 567 8945 (cũ)', '+84395678945'],
    ['1692345678.0', '+84392345678'],
    ['="84912345678"', '+84912345678'],
    ['＋84 912 345 678', '+84912345678'],
    ['84.912.345.678', '+84912345678'],
    ['912.345.678,00', '+84912345678'],
    ['=0912345678', '+84912345678'],
    ['="0912345678"&""', '+84912345678'],
    ['=T("0912345678")', '+84912345678'],
    ['DĐ 0912345678', '+84912345678'],
    ['DĐ: 0912.345.678', '+84912345678'],
    ['Tel. 0912345678', '+84912345678'],
    ['Mobile: +84 (0) 912 345 678', '+84912345678'],
    ['M.0912345678', '+84912345678'],
    ['T: 024 3822 3344 M: 0912345678', '+84912345678'],
    ['Số điện thoại: 0912345678', '+84912345678'],
    ['0912345678 (anh Nam), 0987654321 (chị Lan)', '+84912345678'],
    ['0912345678 (0987654321)', '+84912345678'],
    ['Zalo 0912345678', '+84912345678'],
    ['(0912) 345-678', '+84912345678'],
    ['0912·345·678', '+84912345678'],
    ['0912\u00A0345\u00A0678', '+84912345678'],
    ['01692345678', '+84392345678'],
    ['+84 169 234 5678', '+84392345678'],
    ['0912,345,678', '+84912345678'],
    ['="0912"&"345678"', '+84912345678'],
    ['0912345678 (8h-17h)', '+84912345678'],
    ['091-2345678 (24/7)', '+84912345678'],
    ['1. 0912345678; 2. 0987654321', '+84912345678'],
    ['1) 0912345678 2) 0987654321', '+84912345678'],
    ['https://zalo.me/84912345678', '+84912345678'],
    ['SĐT 1: 0912345678; SĐT2: 0987654321', '+84912345678'],
    ['(08) 3822 3344 / 0912345678', '+84912345678'],
    ['máy bàn 08.38223344, DĐ 0912345678', '+84912345678'],
    ['3822 3344 / 0912345678', '+84912345678'],
    ['CĐ: 3822333; DĐ: 0912345678', '+84912345678'],
    ['0912345678 / 38223344', '+84912345678'],
  ])('reads the phone %j as %s', async (cell, phone) => {
    expect((await one('SĐT', cell))[0]).toBe(phone);
  });

  it.each([
    ['9.45E+08', 'digitsLost'],
    ['9,12E+08', 'digitsLost'],
    ['8.4912E+10', 'digitsLost'],
    ['0912345678,9', 'format'],
    ['0912 345 678 9', 'format'],
    ['09123456 0987654321', 'format'],
    ['0912abc5678', 'format'],
    ['O912345678', 'format'],
    ['không có', 'required'],
    ['-', 'required'],
    ['####', 'errorCell'],
    ['#REF!', 'errorCell'],
    ['#DIV/0!', 'errorCell'],
    ['#VALUE!', 'errorCell'],
    ['912001801.5', 'format'],
    ['1,09E+09', 'digitsLost'],
    ['chưa có số điện thoại', 'required'],
    ['09123,45,678', 'format'],
    ['0912 345 6. 789', 'format'],
    ['0912 (345) 6789', 'format'],
    ['38223344', 'format'],
    ['38223344 / 3822333', 'format'],
    ['98223344 / 0912345678', 'format'],
    ['382233 / 0912345678', 'format'],
    // The digits could mean either 1900123409 or 0919001234.
    ['19001234 09 19001234', 'format'],
  ])('reads no phone number from %j, and notes “%s”', async (cell, note) => {
    const [phone, , notes] = await one('SĐT', cell);
    expect([phone, notes]).toEqual([null, [`phone:${note}`]]);
  });

  it.each([
    ['100109106.00', '0100109106', 'padded'],
    ["'0100109106", '0100109106', undefined],
    ['100109106001', '0100109106001', 'padded'],
    ['0100109106; 0314409058', '0100109106', 'several'],
    ['mã số thuế: 0100109106-001', '0100109106001', 'cleaned'],
    ['0100109106.0', '0100109106', 'number'],
    ['001090012345', '001090012345', undefined],
    ['100109107', undefined, 'format'],
    ['10109106', undefined, 'format'],
    ['1.09E+08', undefined, 'digitsLost'],
    ['1090012345 6', undefined, 'format'],
    ['0100109106 và 12', undefined, 'format'],
    ['#N/A', undefined, 'errorCell'],
    ['n/a', undefined, 'leftOut'],
    ['#REF!', undefined, 'errorCell'],
    ['chưa có MST', undefined, 'leftOut'],
    ['=100109106', '0100109106', 'padded'],
    ['100,109,106', '0100109106', 'padded'],
    ['100.109.106', '0100109106', 'padded'],
    ['MST 0100109106', '0100109106', 'cleaned'],
    ['０１００１０９１０６', '0100109106', undefined],
    ['10090012345', undefined, 'format'],
    ['0100109106 (đã đóng)', '0100109106', 'cleaned'],
    ['0100109106 - Cục thuế HN', '0100109106', 'cleaned'],
    ['"0100109106"', '0100109106', 'cleaned'],
    ['0100109106;', '0100109106', 'cleaned'],
    ['0100\u200B109106', '0100109106', 'cleaned'],
    ['VN0100109106', '0100109106', 'cleaned'],
    ['ĐKKD số 0100109106', '0100109106', 'cleaned'],
    ['0100109106/001', '0100109106001', 'cleaned'],
    ['0100109106-001.0', '0100109106001', 'cleaned'],
    ['0100109106 hoặc 0314409058', '0100109106', 'several'],
    ['0100109106 0314409058', '0100109106', 'several'],
    ['0000000000', undefined, 'leftOut'],
    ['0100109106 12', undefined, 'format'],
    ['MST cá nhân: 0100109106', '0100109106', 'cleaned'],
    ['MST DN 0100109106', '0100109106', 'cleaned'],
    ['MST/CCCD: 001090012345', '001090012345', 'cleaned'],
    ['CCCD 001090012345', '001090012345', 'cleaned'],
    // An eleven-digit number may be a personal number without its leading zero, but has no check digit.
    ['79201025676', undefined, 'format'],
    ['7.9201E+10', undefined, 'digitsLost'],
    ['1.00109106001E+11', '0100109106001', 'padded'],
  ])('reads the tax code %j as %s', async (cell, code, note) => {
    const [phone, values, notes] = await one('MST', cell);
    expect(phone).toBe('+84912345678');
    expect(values).toEqual(code === undefined ? {} : { company: { taxCode: code } });
    expect(notes).toEqual(note === undefined ? [] : [`taxCode:${note}`]);
  });

  it.each([
    ['An <an@x.vn>', 'an@x.vn', 'cleaned'],
    ['mailto:an@x.vn', 'an@x.vn', 'cleaned'],
    ['Email: an@x.vn', 'an@x.vn', 'cleaned'],
    ['an@x.vn / b@y.vn', 'an@x.vn', 'several'],
    ['an@x.vn\nb@y.vn', 'an@x.vn', 'several'],
    ['an＠x.vn', 'an@x.vn', 'cleaned'],
    ['an@yahoo.com,vn', undefined, 'format'],
    ['đang cập nhật', undefined, 'leftOut'],
    ['...', undefined, 'leftOut'],
    ['null', undefined, 'leftOut'],
    ['an', undefined, 'format'],
    ['không sử dụng', undefined, 'leftOut'],
    ['sẽ bổ sung', undefined, 'leftOut'],
    ['#VALUE!', undefined, 'errorCell'],
    ['an@x.vn (cá nhân)', 'an@x.vn', 'cleaned'],
    ['an@x.vn và b@y.vn', 'an@x.vn', 'several'],
    ["'an@x.vn", 'an@x.vn', 'cleaned'],
    ['"an@x.vn"', 'an@x.vn', 'cleaned'],
    ['an@x.vn & b@y.vn', 'an@x.vn', 'several'],
    ['an@x.vn đang dùng', 'an@x.vn', 'cleaned'],
  ])('reads the e-mail %j as %s', async (cell, email, note) => {
    const [, values, notes] = await one('Email', cell);
    expect([values, notes]).toEqual([email === undefined ? {} : { email }, [`email:${note}`]]);
  });

  it.each([
    ["'Nguyễn Văn An", 'Nguyễn Văn An', 'cleaned'],
    ['Nguyễn\u00A0 Văn  An', 'Nguyễn Văn An', undefined],
    ['Nguyễn Văn An'.normalize('NFD'), 'Nguyễn Văn An', undefined],
    ['Nguyễn V\u200Băn An\u200E', 'Nguyễn Văn An', 'cleaned'],
    ['\u00D0ặng Văn \u0189ức', 'Đặng Văn Đức', undefined],
    ['="Nguyễn Văn An"', 'Nguyễn Văn An', undefined],
    ['NguyÔn V¨n An', 'Nguyễn Văn An', 'oldFont'],
    ['NGUYEÃN VAÊN AN', 'NGUYỄN VĂN AN', 'oldFont'],
    ['Nguye^~n Va(n An', 'Nguyễn Văn An', 'oldFont'],
    ['Nguy\u00ADn Vån An', 'Nguyễn Văn An', 'oldFont'],
    ['#N/A', undefined, 'errorCell'],
    ['chưa cập nhật', undefined, 'leftOut'],
    ['Nguy?n Van An', undefined, 'lettersLost'],
    ['Lê Th? Hà', undefined, 'lettersLost'],
    ['Nguy\uFFFDn An', undefined, 'lettersLost'],
    ['Nguyễn\u000BAn', 'Nguyễn An', 'cleaned'],
    ['Nguyễn\u2028An', 'Nguyễn An', 'cleaned'],
    ['Nguyễn \u180EAn', 'Nguyễn An', 'cleaned'],
    ['NULL', undefined, 'leftOut'],
    ['TRUE', undefined, 'leftOut'],
    ['Nguy&#7877;n V&#x103;n An', 'Nguyễn Văn An', 'cleaned'],
    ['Tr&acirc;n Tr&agrave; A &amp; B', 'Trân Trà A & B', 'cleaned'],
    ['Nguy\\u1ec5n V\\u0103n An', 'Nguyễn Văn An', 'cleaned'],
    ['A &quot;B&quot; &lt;C&gt; D&apos;E&nbsp;F', `A "B" <C> D'E F`, 'cleaned'],
    ['L&ecirc; &Acirc;n Th&iacute; Li&euml;m &otilde;', 'Lê Ân Thí Li&euml;m õ', 'cleaned'],
    ['A &#0; &#1114112; &x; B', 'A &#0; &#1114112; &x; B', undefined],
  ])('reads the name %j as %s', async (cell, name, note) => {
    expect((await one('Họ tên', cell)).slice(1)).toEqual([
      name === undefined ? {} : { name },
      note === undefined ? [] : [`name:${note}`],
    ]);
  });

  it.each([
    'không có',
    'Không có công ty',
    'chưa có',
    'đang cập nhật',
    '#N/A',
    '-',
    'null',
    'None',
    'x',
    'TRUE',
    'No',
    '0.0',
    'hiện chưa có',
    'không có (sẽ bổ sung sau)',
    'Chưa có / đang cập nhật',
    'Updating...',
  ])('does not use %j as the name of a company', async (cell) => {
    expect((await one('Công ty', cell))[1]).toEqual({});
  });

  it.each([
    ['Cá nhân', 'personal'],
    ['HV cá nhân', 'personal'],
    ['cn', 'personal'],
    ['DN', 'enterprise'],
    ['Hội viên tổ chức', 'enterprise'],
    ['Công ty', 'enterprise'],
    ['D.N', 'enterprise'],
    ['T/C', 'enterprise'],
    ['HVTC', 'enterprise'],
    ['Công ty cổ phần', 'enterprise'],
    ['KH cá nhân (HV)', 'personal'],
  ])('reads the kind %j as %s', async (cell, kind) => {
    const [row] = (await judgeFile(`SĐT,Loại hội viên\n0912345678,${cell}\n`)).rows;
    expect(row?.isValid === true && [row.member.kind, row.notes]).toEqual([kind, []]);
  });

  it.each([
    ['79', '79', []],
    ['TP.HCM', '79', []],
    ['Tp. Hồ Chí Minh', '79', []],
    ['TØnh B×nh D­¬ng', '79', ['province:merged']],
    ['Tỉnh Bà Rịa - Vũng Tàu', '79', ['province:merged']],
    ['Paris', undefined, ['province:leftOut']],
    ['79.0', '79', ['province:number']],
    ['TPHCM', '79', []],
    ['T.P.HCM', '79', []],
    ['Saigon', '79', []],
    ['BR-VT', '79', ['province:merged']],
    ['Q.1, TP.HCM', '79', ['province:cleaned']],
    ['Phường Sài Gòn - TP. Hồ Chí Minh', '79', ['province:cleaned']],
    ['Hồ Chí Minh (Bình Dương cũ)', '79', ['province:cleaned']],
    ['TX. Dĩ An, Bình Dương, Việt Nam', '79', ['province:merged']],
    ['Tỉnh Bình Dương (nay là TP.HCM)', '79', ['province:merged']],
  ])('reads the province %j as %s', async (cell, province, notes) => {
    expect((await one('Tỉnh', cell)).slice(1)).toEqual([province === undefined ? {} : { province }, notes]);
  });

  it.each([
    'Na',
    'Lê Thị Không',
    'Null',
    'Trống Đồng',
    'An - Bình',
    'Đặng Khải',
    'Đặng Điền',
    'Khổng Cơ',
    'Dang Khai',
    'Khong Minh',
  ])('keeps the name %j', async (name) => {
    expect((await one('Họ tên', name))[1]).toEqual({ name });
    expect((await one('Người đại diện', name))[1]).toEqual({ company: { representative: name } });
  });

  it.each([
    ['Tên,Họ và tên đệm,SĐT\nAn,Nguyễn Văn,0912345678\n', 'Nguyễn Văn An'],
    ['Họ;Tên đệm;Tên;SĐT\nTrần;Thị;Bình;0912345678\n', 'Trần Thị Bình'],
    ['First name\tLast name\tPhone\nAn\tNguyễn\t0912345678\n', 'Nguyễn An'],
    ['Họ tên|Tên|Phone\nNguyễn An|An|0912345678\n', 'Nguyễn An'],
    ['Surname,Given names,SĐT\nNguyễn,An,0912345678\n', 'Nguyễn An'],
    ['Họ,Tên đệm,Tên,SĐT\nNguyễn,-,An,0912345678\n', 'Nguyễn An'],
  ])('joins the names of %j in Vietnamese order', async (text, name) => {
    expect(summary(await judgeFile(text))).toEqual([['+84912345678', { name }, []]]);
  });

  it('omits the part of a name that has no value', async () => {
    const [row] = (await judgeFile('SĐT,Họ,Tên đệm,Tên\n0912345678,Nguyễn,không có,An\n')).rows;
    expect(row).toMatchObject({
      member: { name: 'Nguyễn An' },
      notes: [{ field: 'name', note: 'leftOut', column: 2, from: 'không có', to: null }],
    });
  });

  it.each([
    ['Điện thoại,Di động,Tên', '02438223344,0912345678,An', ['phone:several']],
    ['SĐT,Zalo,Tên', '"Tel: 0912345678, 0987654321",,An', ['phone:several']],
    ['SĐT,Zalo,Tên', ',0912345678,An', []],
    ['SĐT,Zalo,Tên', 'không có,0912345678,An', ['phone:leftOut']],
    ['SĐT,Zalo,Tên', '0912345678,0912345678,An', ['phone:cleaned']],
  ])('reads the phone from the columns %s with the cells %s', async (titles, cells, notes) => {
    expect(summary(await judgeFile(`${titles}\n${cells}\n`))).toEqual([person('912345678', 'An', ...notes)]);
  });

  it.each([
    ['0100109106,0314409058', '0100109106', ['taxCode:several']],
    ['không có,0314409058', '0314409058', []],
    ['0100109106,0100109106', '0100109106', []],
    ['sai,0314409058', '0314409058', ['taxCode:several']],
    ['100109106,0314409058', '0100109106', ['taxCode:padded', 'taxCode:several']],
  ])('reads the tax code from the cells %s of two columns', async (cells, taxCode, notes) => {
    const judged = await judgeFile(`SĐT,Công ty,MST,MST 2\n0912345678,Cty,${cells}\n`, 'csv', {
      mapping: { phone: 0, enterpriseName: 1, taxCode: [2, 3] },
    });
    expect(summary(judged)).toEqual([company('912345678', { name: 'Cty', taxCode }, ...notes)]);
    const several = judged.rows[0]?.notes.filter(({ note }) => note === 'several');
    expect(several?.every(({ from, to }) => from === cells.replace(',', '; ') && to === taxCode)).toBe(true);
  });

  it.each([
    ['0912345678,"An Phú" Land', 'An Phú" Land'.replace(/^/u, '"')],
    ['0912345678,="An, Bình"', 'An, Bình'],
    ['0912345678,"An ""Phú"" Land"', 'An "Phú" Land'],
  ])('reads the company in %s', async (line, name) => {
    expect(summary(await judgeFile(`SĐT,Công ty\n${line}\n`))).toEqual([company('912345678', { name })]);
  });

  it.each([
    ['Nguyễn Văn,An', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,Nam', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,1980', 'Nguyễn Văn An'],
  ])('reads the name in %j, whose second column has no title', async (cells, name) => {
    expect(summary(await judgeFile(`Họ và tên,,SĐT\n${cells},0912345678\n`))).toEqual([
      person('912345678', name),
    ]);
  });
});
