/**
 * Prefixes of Vietnamese mobile numbers, which have nine digits without the trunk 0. A test compares the
 * prefixes with libphonenumber's metadata, so that an update of the library shows what to change here. The
 * library's prefixes 1210 to 1213, 140 and 160 are excluded, because they belong to machines such as meters
 * and trackers.
 */
export const vietnameseMobileHeads: readonly string[] =
  '30 31 32 33 34 35 36 37 38 39 51 522 523 528 559 56 58 59 70 76 77 78 79 81 82 83 84 85 86 87 88 896 897 898 899 90 91 92 93 94 95 96 97 98 990 991 993 994 995 996 997 998 999'.split(
    ' ',
  );

/**
 * Prefixes of eleven-digit numbers, which became ten-digit numbers with the same last seven digits from 15
 * September 2018 on. Old numbers still appear in lists, so they are mapped to their successors.
 */
export const migratedHeads: Readonly<Record<string, string>> = {
  120: '70',
  121: '79',
  122: '77',
  126: '76',
  128: '78',
  123: '83',
  124: '84',
  125: '85',
  127: '81',
  129: '82',
  162: '32',
  163: '33',
  164: '34',
  165: '35',
  166: '36',
  167: '37',
  168: '38',
  169: '39',
  186: '56',
  188: '58',
  199: '59',
};
