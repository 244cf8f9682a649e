/** Updates a part of the page without touching what is unchanged: focus, scrolling and half-typed text stay. */
import { all, around, isField } from './dom.js'
import { Idiomorph } from './idiomorph.js'

/** @import { Field } from './dom.js' */

const FOCUSABLE = ':is(input, textarea, select, button, summary, a[href]):not(:disabled)'

/** Identifies a control, by which its replacement is found. @param {HTMLElement | undefined} element */
const kindOf = (element) =>
  JSON.stringify([around(element, '[data-place]', HTMLElement)?.dataset.place, element?.dataset.action, element?.textContent])

/**
 * Keeps the focus: if the focused element is removed, its replacement gets it, else the element that is now at its position.
 * @param {Element} element
 * @param {string} html what is to be inside of it
 */
export function morphAround(element, html) {
  const before = all(element, FOCUSABLE, HTMLElement)
  const at = before.findIndex((each) => each === document.activeElement)
  const kind = kindOf(before[at])
  const earlier = before.slice(0, at).filter((each) => kindOf(each) === kind).length
  void Idiomorph.morph(element, html, { morphStyle: 'innerHTML', callbacks })
  if (before[at]?.isConnected !== false) return
  const after = all(element, FOCUSABLE, HTMLElement)
  const stayed = before.slice(0, at).findLast(({ isConnected }) => isConnected)
  const alike = after.filter((each) => kindOf(each) === kind && !before.includes(each))
  const next = alike[earlier] ?? alike.at(-1) ?? (stayed ? after[after.indexOf(stayed) + 1] : after[0]) ?? stayed
  next?.focus({ preventScroll: true })
}

/** Fields that were typed into since they were last sent. @type {WeakSet<Field>} */
export const dirty = new WeakSet()

/** Parses into a template, whose content runs and loads nothing. @param {string} html */
export function parse(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

/** Keeps what the script itself maintains on the page. */
const callbacks = {
  /** @param {Element} from a node of any kind */
  beforeNodeMorphed: (from) => !(from instanceof HTMLElement && 'keep' in from.dataset),
  /** @param {Element} node of any kind */
  beforeNodeRemoved: (node) => !(node instanceof HTMLElement && 'stays' in node.dataset),
  /** @param {string} name @param {Element} element */
  beforeAttributeUpdated: (name, element) => !isOurs(element, name) && !(VALUES.includes(name) && isDirty(element)),
}

/** Attributes with entered values. */
const VALUES = ['value', 'checked', 'selected', 'placeholder']

/** @param {Element} element */
function isDirty(element) {
  const field = element instanceof HTMLOptionElement ? element.closest('select') : element
  return field !== null && isField(field) && dirty.has(field)
}

/** True for attributes that the script sets. @param {Element} element @param {string} name */
const isOurs = (element, name) =>
  (element.nodeName === 'DETAILS' && name === 'open') ||
  name === 'data-pending' ||
  name === 'data-up' ||
  name === 'data-picked' ||
  name === 'aria-expanded' ||
  name === 'aria-activedescendant' ||
  ((name === 'class' || name === 'aria-describedby') && element.classList.contains('unread') && element.nodeName === 'BUTTON')
