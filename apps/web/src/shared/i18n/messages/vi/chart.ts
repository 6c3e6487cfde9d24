export const chart = {
  'chart.table': 'Xem dạng bảng',
  'chart.none': 'Chưa có số liệu trong thời gian này',
} as const;
