/** A box that asks the app for options while somebody types: one choice or several. */
import { addressOf, send } from './acts.js'
import { makeListbox } from './listbox.js'
import { dirty } from './morph.js'
import { suggest, tell } from './server.js'

const SEARCH_PAUSE_MS = 200

const lists = new WeakMap()
const searches = new WeakMap()

/** Asks the app for options after a short pause; an answer to an older question is dropped. */
export function search(input, query = input.value) {
  dirty.add(input)
  const state = searches.get(input) ?? { number: 0 }
  searches.set(input, state)
  clearTimeout(state.timer)
  const number = ++state.number
  if (query.length < Number(input.dataset.least)) return lists.get(input)?.close()
  state.timer = setTimeout(async () => {
    if (document.activeElement !== input) return // left, or gone with its form
    const answer = await suggest({ ...addressOf(input), query }).catch(tell)
    if (!answer || number !== state.number || document.activeElement !== input) return
    const list =
      lists.get(input) ??
      makeListbox(input, input.parentElement.querySelector('[role=listbox]'), (option) => choose(input, option))
    lists.set(input, list)
    list.open(answer.options, (row, option) => (row.textContent = option.text.text), query === '' ? -1 : 0)
  }, SEARCH_PAUSE_MS)
}

async function choose(input, option) {
  const isMany = input.hasAttribute('data-many')
  input.value = isMany ? '' : option.text.text
  const address = addressOf(input)
  input.dataset.picked = 'yes'
  await send(() => ({ do: 'set', ...address, value: [...(isMany ? without(input, option.value) : []), option] }))
  dirty.delete(input)
  delete input.dataset.picked
}

/** Takes one of several out again. */
export function unchoose(element) {
  const input = element.closest('.combo').querySelector('input')
  const { option } = element.dataset
  const address = addressOf(element)
  return send(() => ({ do: 'set', ...address, value: without(input, option) }))
}

/** What is chosen at this moment, but for one. */
const without = (input, option) => JSON.parse(input.dataset.chosen).filter(({ value }) => value !== option)

/** Emptied means nothing chosen; half-typed text goes back to what is chosen. */
export function leave(input) {
  lists.get(input)?.close()
  if (input.dataset.picked) return
  const [chosen] = JSON.parse(input.dataset.chosen)
  const body = { do: 'set', ...addressOf(input), value: null }
  if (!input.hasAttribute('data-many') && input.value === '' && chosen) void send(() => body)
  else input.value = input.hasAttribute('data-many') ? '' : (chosen?.text.text ?? '')
  dirty.delete(input)
}

export function onSearchKey(event) {
  const isTaken = lists.get(event.target)?.onKey(event)
  if (!isTaken && event.key === 'ArrowDown') search(event.target, '')
}
