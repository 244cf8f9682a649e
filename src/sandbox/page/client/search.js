/** A box that asks the app for options while somebody types: one choice or several. */
import { addressOf, send } from './acts.js'
import { around, first } from './dom.js'
import { makeListbox } from './listbox.js'
import { dirty } from './morph.js'
import { suggest, report } from './server.js'

/** @import { Choice } from './server.js' */

const SEARCH_PAUSE_MS = 200

/** @type {WeakMap<HTMLInputElement, ReturnType<typeof makeListbox<Choice>>>} */
const lists = new WeakMap()
/** @type {WeakMap<HTMLInputElement, { number: number, timer?: ReturnType<typeof setTimeout> }>} */
const searches = new WeakMap()

/**
 * Asks the app for options after a short pause; an answer to an older question is dropped.
 * @param {HTMLInputElement} input
 * @param {string} [query]
 */
export function search(input, query = input.value) {
  dirty.add(input)
  const state = searches.get(input) ?? { number: 0 }
  searches.set(input, state)
  clearTimeout(state.timer)
  const number = ++state.number
  if (query.length < Number(input.dataset.least)) return lists.get(input)?.close()
  state.timer = setTimeout(async () => {
    if (document.activeElement !== input) return // left, or gone with its form
    const answer = await suggest({ ...addressOf(input), query }).catch(report)
    if (!answer || number !== state.number || document.activeElement !== input) return
    listOf(input)?.open(answer.options, (row, option) => (row.textContent = option.text.text), query === '' ? -1 : 0)
  }, SEARCH_PAUSE_MS)
}

/** @param {HTMLInputElement} input */
function listOf(input) {
  const place = first(input.parentElement, '[role=listbox]', HTMLElement)
  const list =
    lists.get(input) ?? (place && makeListbox(input, place, (/** @type {Choice} */ option) => void choose(input, option)))
  if (list) lists.set(input, list)
  return list
}

/** @param {HTMLInputElement} input @param {Choice} option */
async function choose(input, option) {
  const isMany = input.hasAttribute('data-many')
  input.value = isMany ? '' : option.text.text
  const address = addressOf(input)
  input.dataset.picked = 'yes'
  await send(() => ({ do: 'set', ...address, value: [...(isMany ? without(input, option.value) : []), option] }))
  dirty.delete(input)
  delete input.dataset.picked
}

/** Takes one of several out again. @param {HTMLElement} element */
export async function unchoose(element) {
  const input = first(around(element, '.combo', HTMLElement), 'input', HTMLInputElement)
  const { option = '' } = element.dataset
  if (!input) return
  const address = addressOf(element)
  await send(() => ({ do: 'set', ...address, value: without(input, option) }))
}

/** @param {HTMLInputElement} input */
const chosenIn = (input) => /** @type {Choice[]} */ (JSON.parse(input.dataset.chosen ?? '[]'))

/** What is chosen at this moment, but for one. @param {HTMLInputElement} input @param {string} option its value */
const without = (input, option) => chosenIn(input).filter(({ value }) => value !== option)

/** Emptied means nothing chosen; half-typed text goes back to what is chosen. @param {HTMLInputElement} input */
export function leave(input) {
  lists.get(input)?.close()
  if (input.dataset.picked) return
  const [chosen] = chosenIn(input)
  const address = addressOf(input)
  if (!input.hasAttribute('data-many') && input.value === '' && chosen) void send(() => ({ do: 'set', ...address, value: null }))
  else input.value = input.hasAttribute('data-many') ? '' : (chosen?.text.text ?? '')
  dirty.delete(input)
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input in which it was pressed */
export function onSearchKey(event, input) {
  const isTaken = lists.get(input)?.onKey(event)
  if (!isTaken && event.key === 'ArrowDown') search(input, '')
}
