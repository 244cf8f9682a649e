/** A list beside a text box that screen readers understand. */
import { fit } from './fit.js'

/**
 * Shows a list below (or above) a text box: arrows move, Enter or Tab picks, Esc closes.
 * @template T
 * @param {HTMLElement} input
 * @param {HTMLElement} list
 * @param {(item: T) => void} onPick
 */
export function makeListbox(input, list, onPick) {
  /** @type {readonly T[]} */
  let items = []
  let at = -1
  const rows = () => [...list.querySelectorAll('[role=option]')]
  /** @param {number} index */
  const show = (index) => {
    at = index
    rows().forEach((child, position) => child.setAttribute('aria-selected', String(position === index)))
    const chosen = rows()[index]
    if (chosen) {
      chosen.scrollIntoView({ block: 'nearest' })
      input.setAttribute('aria-activedescendant', chosen.id)
    } else input.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    list.hidden = true
    list.replaceChildren()
    input.setAttribute('aria-expanded', 'false')
    show(-1)
  }
  /** @param {number} index */
  const pick = (index) => {
    const item = items[index]
    close()
    if (item) onPick(item)
  }
  /**
   * @param {readonly T[]} found
   * @param {(row: HTMLElement, item: T) => void} describe
   * @param {number} marked the one that Enter and Tab pick; -1: none until an arrow is pressed, so that a way through picks nothing
   * @param {string} [none] what the list says when nothing was found; without it there is no list then
   */
  const open = (found, describe, marked = 0, none = '') => {
    items = found
    list.replaceChildren(
      ...found.map((item, index) => {
        const row = document.createElement('li')
        row.id = `${list.id}-${index}`
        row.role = 'option'
        describe(row, item)
        row.addEventListener('pointerdown', (event) => {
          event.preventDefault() // keeps the focus in the box
          pick(index)
        })
        return row
      }),
      ...(found.length === 0 && none !== '' ? [saying(none)] : []),
    )
    list.hidden = list.children.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    if (!list.hidden) fit(list)
    show(found.length === 0 ? -1 : marked)
  }
  /** @param {KeyboardEvent} event @returns true when the key was ours */
  const onKey = (event) => {
    if (list.hidden) return false
    if (event.key === 'ArrowDown') show(items.length === 0 ? -1 : (at + 1) % items.length)
    else if (event.key === 'ArrowUp') show(items.length === 0 ? -1 : (Math.max(at, 0) + items.length - 1) % items.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && at >= 0) pick(at)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { open, close, onKey, isOpen: () => !list.hidden }
}

/** A row that cannot be picked. @param {string} words */
function saying(words) {
  const row = document.createElement('li')
  row.className = 'none'
  row.role = 'presentation'
  const said = document.createElement('span')
  said.role = 'status'
  said.textContent = words
  row.append(said)
  return row
}
