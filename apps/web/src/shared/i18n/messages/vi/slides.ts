export const slides = { 'slides.label': 'Sứ mệnh của Hội', 'slides.goTo': 'Mục {index}/{total}' } as const;
