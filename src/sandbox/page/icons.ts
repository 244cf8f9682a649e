/** The page's own icons as drawings, because not every machine has a font with emoji. */
const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`

export const icons = {
  shared: icon('M6 2.5 10.5 7 6 11.5 1.5 7zM10 4.5 14.5 9 10 13.5 5.5 9z'),
  pin: icon('M6 2h4l-.6 4.2L12 9H4l2.6-2.8zM8 9v5'),
  home: icon('M2.5 7.5 8 2.5l5.5 5M4 6.5v7h8v-7'),
  eye: icon('M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z'),
  clip: icon('m13 7.5-5.2 5.2a3.2 3.2 0 0 1-4.5-4.5l5.6-5.6a2.1 2.1 0 0 1 3 3L6.3 11.2a1 1 0 0 1-1.5-1.5l5-5'),
  bolt: icon('M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z'),
  menu: icon('M2.5 4h11M2.5 8h11M2.5 12h11'),
  close: icon('m3.5 3.5 9 9m0-9-9 9'),
  back: icon('M13 8H3m4-4L3 8l4 4'),
  dots: icon('M3.5 8h.01M8 8h.01M12.5 8h.01'),
}
