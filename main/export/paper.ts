/** How pages are laid out on paper, wherever they are printed: Chromium's own template of the foot of a page. */
export const paper = {
  size: 'A4',
  /** Inches. */
  margin: { top: 0.7, right: 0.75, bottom: 0.8, left: 0.75 },
  footer:
    '<div style="width:100%;font:8px system-ui,sans-serif;text-align:center;color:#555"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
  header: '<span></span>',
} as const;
