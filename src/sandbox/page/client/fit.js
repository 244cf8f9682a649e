/** Positions open lists: above their element if there is not enough space below, and in sight. */
import { around } from './dom.js'

/** Elements that may clip a list. */
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
  list.removeAttribute('data-up') // fits on neither side: below, the list can be scrolled
  list.scrollIntoView({ block: 'nearest' })
}
