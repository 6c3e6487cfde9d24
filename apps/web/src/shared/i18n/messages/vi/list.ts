/** Lists with search, filters and pages. */
export const list = {
  'list.clearSearch': 'Xóa nội dung tìm kiếm',
  'list.pages': 'Các trang của danh sách',
  'list.previous': 'Trang trước',
  'list.next': 'Trang sau',
  'list.noMatch': 'Không có kết quả phù hợp',
  'list.noMatch.text': 'Hãy thử từ khóa khác hoặc bỏ bớt bộ lọc.',
  'list.clear': 'Bỏ tìm kiếm và bộ lọc',
} as const;
