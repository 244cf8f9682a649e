/** Lists that open: above what they belong to where there is no room below it, and in sight. */
import { around } from './dom.js'

/** What may cut it off. */
const FRAMES = '.scroll, .modal-body'

/** @param {HTMLElement} list open, as its style has it below */
export function fit(list) {
  list.removeAttribute('data-up')
  const frame = around(list, FRAMES, HTMLElement)?.getBoundingClientRect()
  if (!frame) return
  const below = list.getBoundingClientRect()
  if (below.bottom <= frame.bottom) return
  list.setAttribute('data-up', '')
  if (list.getBoundingClientRect().top >= frame.top) return
  list.removeAttribute('data-up') // room on neither side: the longer way down can be scrolled
  list.scrollIntoView({ block: 'nearest' })
}
