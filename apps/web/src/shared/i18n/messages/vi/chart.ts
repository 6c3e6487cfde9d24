/** Charts. */
export const chart = {
  'chart.table': 'Xem dạng bảng',
} as const;
