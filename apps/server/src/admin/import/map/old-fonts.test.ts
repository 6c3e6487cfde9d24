import { describe, expect, it } from 'vitest';
import { decodeOldFont, fontOf } from './old-fonts.ts';

describe('a name in an old encoding', () => {
  it.each([
    ['NguyÔn V¨n An', 'tcvn3', 'Nguyễn Văn An'],
    ['TrÇn ThÞ B×nh', 'tcvn3', 'Trần Thị Bình'],
    ['NGUYÔN V¡N AN', 'tcvn3', 'NGUYỄN VĂN AN'],
    ['Lª §øc H¶i', 'tcvn3', 'Lê Đức Hải'],
    ['Ph¹m Quèc C\u00ADêng', 'tcvn3', 'Phạm Quốc Cường'],
    ['TrÇn A¸nh NguyÖt', 'tcvn3', 'Trần Ánh Nguyệt'],
    ['C«ng ty TNHH ®Þa èc An Ph¸t Land', 'tcvn3', 'Công ty TNHH địa ốc An Phát Land'],
    ['TrÇn Dòng', 'tcvn3', 'Trần Dũng'],
    ['Nguyeãn Vaên An', 'vni', 'Nguyễn Văn An'],
    ['Traàn Thò Bình', 'vni', 'Trần Thị Bình'],
    ['NGUYEÃN VAÊN ÑÖÙC', 'vni', 'NGUYỄN VĂN ĐỨC'],
    ['Leâ Höõu Phöôùc', 'vni', 'Lê Hữu Phước'],
    ['Ñaëng Thuøy Döông', 'vni', 'Đặng Thùy Dương'],
    ['Coâng ty TNHH Ñòa oác', 'vni', 'Công ty TNHH Địa ốc'],
    ['Nguy\u00ADn Vån An', 'viscii', 'Nguyễn Văn An'],
    ['Tr¥n Th¸ Bình', 'viscii', 'Trần Thị Bình'],
    ['LÊ ÐºC HÄI', 'viscii', 'LÊ ĐỨC HẢI'],
    ['PhÕm Qu¯c Cß¶ng', 'viscii', 'Phạm Quốc Cường'],
    ['Ð£ng Thùy Dß½ng', 'viscii', 'Đặng Thùy Dương'],
    ['NGUY\u008DN VÅN HÿU', 'viscii', 'NGUYỄN VĂN HỮU'],
    ['Nguye^~n Va(n An', 'viqr', 'Nguyễn Văn An'],
    ['Tra^`n Thi. Bi`nh', 'viqr', 'Trần Thị Bình'],
    ["LE^ DDU+'C HA?I", 'viqr', 'LÊ ĐỨC HẢI'],
    ["Ddinh Hu+~u Phu+o+'c", 'viqr', 'Đinh Hữu Phước'],
    ['L£ §øC H¶I', 'tcvn3', 'LÊ ĐỨC HẢI'],
    ['TRAÀN THÒ BÌNH', 'vni', 'TRẦN THỊ BÌNH'],
    ['LEÂ HÖÕU PHÖÔÙC', 'vni', 'LÊ HỮU PHƯỚC'],
    ['Nguyá»…n VÄƒn An', 'utf-8', 'Nguyễn Văn An'],
    ['Tráº§n Thá»‹ BÃ¬nh', 'utf-8', 'Trần Thị Bình'],
    ['S\u00C4\u0090T', 'utf-8', 'SĐT'],
    ['NguyÃ¡Â»â€¦n VÃ„Æ’n An', 'utf-8', 'Nguyễn Văn An'],
    // A trimmed cell lacks the no-break space, which is the last byte of à and Ạ.
    ['LÃª Thá»‹ HÃ', 'utf-8', 'Lê Thị Hà'],
    ['PHáº', 'utf-8', 'PHẠ'],
    ['Nguyá»\u0085n Thá»\u008B Hoa', 'utf-8', 'Nguyễn Thị Hoa'],
    ['NguyêÞn Vãn An', 'windows-1258', 'Nguyễn Văn An'],
    ['TrâÌn ThiÒ BiÌnh', 'windows-1258', 'Trần Thỉ Bình'],
    ['NguyÔn Nh\u00AD Quúnh', 'tcvn3', 'Nguyễn Như Quỳnh'],
    ['Lª Tó', 'tcvn3', 'Lê Tú'],
    ['Buøi Kim Quyønh', 'vni', 'Bùi Kim Quỳnh'],
  ])('such as %s is recognized as %s', (text, font, decoded) => {
    expect(decodeOldFont(text)).toEqual({ text: decoded, font });
  });

  it.each([
    'Nguyễn Văn An',
    'Nguyễn Văn An'.normalize('NFD'),
    'Trần Thuý Hoà',
    'LÊ THỊ QUỲNH GIAO',
    'Đặng Quốc Giếng',
    'Jürgen Müller',
    'François Lefèvre',
    'José Ñáñez',
    'An',
    'O’Neil',
    "O'Neil",
    'Cty (A(B)',
    'Co. Ltd.',
    'Sao? Vâng.',
    'DDT',
    'Hoa. La.',
    'Công ty TNHH “An Phú” – Land',
    'Søren Ångström',
    'H’Hen Niê',
    'Rơ Châm Tý',
    'Siu Blơi',
    'Pơloong Bríu',
    '阮文安',
    '',
  ])('is not recognized in %s', (text) => {
    expect(decodeOldFont(text)).toBeUndefined();
  });

  it('follows the encoding of its column if it has two readings', () => {
    expect(decodeOldFont('Dòng')).toBeUndefined();
    const font = fontOf(['Dòng', 'NguyÔn V¨n An', 'An']);
    expect(font).toBe('tcvn3');
    expect(decodeOldFont('Dòng', font)?.text).toBe('Dũng');
    expect(decodeOldFont('Hà', font)).toBeUndefined();
    expect(decodeOldFont('Nguyễn Dũng', font)).toBeUndefined();
    expect(fontOf(['Nguyễn', 'An'])).toBeUndefined();
  });
});
