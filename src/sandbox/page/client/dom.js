/** Finds elements of an expected kind; others are ignored. */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/**
 * Finds an element that the page always has.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} with the id ${id}.`)
}

/**
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 */
export const all = (root, selector, kind) =>
  [...root.querySelectorAll(selector)].flatMap((each) => (each instanceof kind ? [each] : []))

/**
 * Finds the first matching element.
 * @template {Element} T
 * @param {ParentNode | null | undefined} root
 * @param {string} selector
 * @param {new () => T} kind
 */
export function first(root, selector, kind) {
  const found = root?.querySelector(selector)
  return found instanceof kind ? found : null
}

/**
 * Finds the element itself or its closest matching ancestor.
 * @template {Element} T
 * @param {Element | null | undefined} element
 * @param {string} selector
 * @param {new () => T} kind
 */
export function around(element, selector, kind) {
  const found = element?.closest(selector)
  return found instanceof kind ? found : null
}

/** The target of an event. @param {Event} event @returns {Element} the body for the document as a whole */
export const targetOf = ({ target }) => (target instanceof Element ? target : document.body)

/** The element's purpose, by the page's own attribute. @param {Element} element */
export const purposeOf = (element) => (element instanceof HTMLElement ? element.dataset.do : undefined)

/** @param {Element} element @returns {element is Field} */
export const isField = (element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
