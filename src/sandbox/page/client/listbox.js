/**
 * A list below (or above) a text box: arrows move, Enter or Tab picks, Esc closes.
 * @template T
 * @param {HTMLElement} input
 * @param {HTMLElement} list
 * @param {(item: T) => void} onPick
 */
export function makeListbox(input, list, onPick) {
  /** @type {readonly T[]} */
  let items = []
  let at = -1
  /** @param {number} index */
  const show = (index) => {
    at = index
    ;[...list.children].forEach((child, position) => child.setAttribute('aria-selected', String(position === index)))
    const chosen = list.children[index]
    if (chosen) {
      chosen.scrollIntoView({ block: 'nearest' })
      input.setAttribute('aria-activedescendant', chosen.id)
    } else input.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    list.hidden = true
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
   */
  const open = (found, describe, marked = 0) => {
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
    )
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    show(found.length === 0 ? -1 : marked)
  }
  /** @param {KeyboardEvent} event @returns true when the key was ours */
  const onKey = (event) => {
    if (list.hidden) return false
    if (event.key === 'ArrowDown') show((at + 1) % items.length)
    else if (event.key === 'ArrowUp') show((Math.max(at, 0) + items.length - 1) % items.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && at >= 0) pick(at)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { open, close, onKey }
}
