/** Finding elements as what they are: one of another kind counts as none. */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/**
 * Of the whole page, which has it as long as it lives.
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
 * The first of them.
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
 * It, or what it stands in.
 * @template {Element} T
 * @param {Element | null | undefined} element
 * @param {string} selector
 * @param {new () => T} kind
 */
export function around(element, selector, kind) {
  const found = element?.closest(selector)
  return found instanceof kind ? found : null
}

/** Where something happened. @param {Event} event @returns {Element} the body for the document as a whole */
export const targetOf = ({ target }) => (target instanceof Element ? target : document.body)

/** What the page's own attributes say an element is for. @param {Element} element */
export const purposeOf = (element) => (element instanceof HTMLElement ? element.dataset.do : undefined)

/** @param {Element} element @returns {element is Field} */
export const isField = (element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
