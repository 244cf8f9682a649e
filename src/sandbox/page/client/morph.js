/** Makes one piece of the page like another without touching what is the same: focus, scrolling and half-typed text stay. */

const FOCUSABLE = ':is(input, textarea, select, button, summary, a[href]):not(:disabled)'

/** As morphInside; when the focused element goes, what now stands in its place has the focus. */
export function morphAround(element, html) {
  const before = [...element.querySelectorAll(FOCUSABLE)]
  const at = before.indexOf(document.activeElement)
  morphInside(element, html)
  if (at < 0 || before[at].isConnected) return
  const after = [...element.querySelectorAll(FOCUSABLE)]
  const stayed = before.slice(0, at).findLast(({ isConnected }) => isConnected)
  const next = after[after.indexOf(stayed) + 1] ?? stayed
  next?.focus({ preventScroll: true })
}

/** Fields that were typed into since they were last sent. */
export const dirty = new WeakSet()

/** A template, whose content runs and loads nothing. */
export function parse(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

export function morphInside(element, html) {
  morphChildren(element, parse(html).content)
}

function morphChildren(from, to) {
  const keyed = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]))
  let at = from.firstChild
  for (const wanted of [...to.childNodes]) {
    const known = wanted.id ? keyed.get(wanted.id) : undefined
    if (known && known !== at) from.insertBefore(known, at)
    const here = known ?? at
    if (here && isSame(here, wanted)) {
      morphNode(here, wanted)
      at = here.nextSibling
    } else {
      from.insertBefore(wanted.cloneNode(true), at)
    }
  }
  while (at) {
    const next = at.nextSibling
    at.remove()
    at = next
  }
}

const isSame = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id ?? '') === (other.id ?? '')

function morphNode(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue
    return
  }
  const isBusy = dirty.has(from.nodeName === 'OPTION' ? from.closest('select') : from)
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !isOurs(from, name)) from.removeAttribute(name)
  }
  for (const { name, value } of to.attributes) {
    if (isOurs(from, name)) continue
    if (from.getAttribute(name) !== value) from.setAttribute(name, value)
  }
  if (!from.hasAttribute('data-keep')) morphChildren(from, to)
  if (!isBusy) takeValue(from, to)
}

/** Attributes the script itself sets on the live page. */
const isOurs = (element, name) =>
  (element.nodeName === 'DETAILS' && name === 'open') ||
  name === 'data-pending' ||
  name === 'aria-expanded' ||
  name === 'aria-activedescendant' ||
  (name === 'hidden' && element.hasAttribute('data-keep')) ||
  (name === 'class' && element.classList.contains('unread') && element.nodeName === 'BUTTON')

function takeValue(from, to) {
  if (from.nodeName === 'INPUT') {
    if (from.type === 'checkbox' || from.type === 'radio') from.checked = to.hasAttribute('checked')
    else if (from.type !== 'file' && from.value !== to.value) from.value = to.value
  } else if (from.nodeName === 'TEXTAREA' && from.value !== to.value) from.value = to.value
  else if (from.nodeName === 'OPTION') from.selected = to.hasAttribute('selected')
}
