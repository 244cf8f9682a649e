/** A box that searches one or several options while typing: among its own options, or through the app. */
import { addressOf, send } from './acts.js'
import { around, first } from './dom.js'
import { makeListbox } from './listbox.js'
import { dirty } from './morph.js'
import { suggest, report } from './server.js'

/** @import { Choice } from './server.js' */

const SEARCH_PAUSE_MS = 200
const NONE = 'No results'

/** @type {WeakMap<HTMLInputElement, ReturnType<typeof makeListbox<Choice>>>} */
const lists = new WeakMap()
/** @type {WeakMap<HTMLInputElement, { number: number, timer?: ReturnType<typeof setTimeout> }>} */
const searches = new WeakMap()

/** @param {HTMLInputElement} input */
const takesMany = (input) => 'many' in input.dataset
/** @param {HTMLInputElement} input @returns {readonly Choice[] | undefined} undefined: the app has them */
const knownOf = (input) =>
  input.dataset.options === undefined ? undefined : /** @type {Choice[]} */ (JSON.parse(input.dataset.options))
/** @param {HTMLInputElement} input */
const chosenIn = (input) => /** @type {Choice[]} */ (JSON.parse(input.dataset.chosen ?? '[]'))
/** The chosen options without one. @param {HTMLInputElement} input @param {string} option its value */
const without = (input, option) => chosenIn(input).filter(({ value }) => value !== option)
/**
 * The chosen options in the form that the workspace accepts: its own ones by value alone.
 * @param {HTMLInputElement} input @param {readonly Choice[]} choices
 */
const sent = (input, choices) => (knownOf(input) ? choices.map(({ value }) => value) : [...choices])

/**
 * Offers matching options without the chosen ones: requests them from the app after a short pause, and drops the answer to an
 * outdated query.
 * @param {HTMLInputElement} input
 * @param {string} [query]
 */
export function search(input, query = input.value) {
  dirty.add(input)
  const state = searches.get(input) ?? { number: 0 }
  searches.set(input, state)
  clearTimeout(state.timer)
  const number = ++state.number
  const known = knownOf(input)
  const isFull = takesMany(input) && chosenIn(input).length >= Number(input.dataset.most ?? Infinity)
  if (isFull || (!known && query.length < Number(input.dataset.least))) return lists.get(input)?.close()
  if (known) return offer(input, known.filter(isLike(query)), query)
  state.timer = setTimeout(async () => {
    if (document.activeElement !== input) return // left, or removed with its form
    const answer = await suggest({ ...addressOf(input), query }).catch(report)
    if (answer && number === state.number && document.activeElement === input) offer(input, answer.options, query)
  }, SEARCH_PAUSE_MS)
}

/** @param {string} query @returns {(choice: Choice) => boolean} */
const isLike = (query) => {
  const wanted = query.trim().toLowerCase()
  return ({ text }) => text.text.toLowerCase().includes(wanted)
}

/** @param {HTMLInputElement} input @param {readonly Choice[]} options @param {string} query */
function offer(input, options, query) {
  const taken = new Set(takesMany(input) ? chosenIn(input).map(({ value }) => value) : [])
  const left = options.filter(({ value }) => !taken.has(value))
  listOf(input)?.open(left, describe, query === '' ? -1 : 0, NONE)
}

/** @param {HTMLElement} row @param {Choice} option */
function describe(row, { text, description, group }) {
  const words = document.createElement('span')
  words.textContent = text.text
  row.append(words)
  for (const more of [description?.text, group]) {
    if (more === undefined) continue
    const small = document.createElement('small')
    small.textContent = more
    row.append(small)
  }
}

/** @param {HTMLInputElement} input */
function listOf(input) {
  const place = first(input.parentElement, '[role=listbox]', HTMLElement)
  const list =
    lists.get(input) ?? (place && makeListbox(input, place, (/** @type {Choice} */ option) => void choose(input, option)))
  if (list) lists.set(input, list)
  return list
}

/** Chooses an option; a box for several offers the next one at once. @param {HTMLInputElement} input @param {Choice} option */
async function choose(input, option) {
  const isMany = takesMany(input)
  const chosen = [...(isMany ? without(input, option.value) : []), option]
  const values = sent(input, chosen)
  const value = isMany || !knownOf(input) ? values : option.value
  const address = addressOf(input)
  input.value = isMany ? '' : option.text.text
  input.dataset.chosen = JSON.stringify(chosen)
  input.dataset.picked = 'yes'
  const sending = send(() => ({ do: 'set', ...address, value }))
  if (isMany) search(input, '')
  await sending
  delete input.dataset.picked
  if (document.activeElement !== input || !isMany) dirty.delete(input)
}

/** Removes one of several options, or the only one. @param {HTMLElement} element */
export async function unchoose(element) {
  const input = first(around(element, '.combo', HTMLElement), 'input', HTMLInputElement)
  const { option } = element.dataset
  if (!input) return
  const address = addressOf(element)
  await send(() => ({ do: 'set', ...address, value: option === undefined ? null : sent(input, without(input, option)) }))
}

/** Clears the chosen option's text for typing; it returns when nothing else is chosen. @param {HTMLInputElement} input */
export function makeRoom(input) {
  const [chosen] = chosenIn(input)
  if (takesMany(input) || input.value === '' || input.value !== chosen?.text.text) return
  dirty.add(input)
  input.placeholder = input.value
  input.value = ''
}

/** @param {HTMLInputElement} input */
export function leave(input) {
  lists.get(input)?.close()
  input.placeholder = input.dataset.hint ?? ''
  if (input.dataset.picked) return
  input.value = takesMany(input) ? '' : (chosenIn(input)[0]?.text.text ?? '')
  dirty.delete(input)
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input in which it was pressed */
export function onSearchKey(event, input) {
  const isTaken = lists.get(input)?.onKey(event)
  if (isTaken) return
  if (event.key === 'ArrowDown') search(input, '')
  const last = chosenIn(input).at(-1)
  if (event.key === 'Backspace' && takesMany(input) && input.value === '' && last) {
    const address = addressOf(input)
    void send(() => ({ do: 'set', ...address, value: sent(input, without(input, last.value)) }))
  }
}
