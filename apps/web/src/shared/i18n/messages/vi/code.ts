export const code = {
  'code.copy': 'Sao chép',
  'code.copy.named': 'Sao chép {name}',
  'code.copied': 'Đã sao chép.',
} as const;
