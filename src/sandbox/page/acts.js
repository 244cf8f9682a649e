/** What a person does goes out one thing after another, in the order they did it, each when the page shows what came of the last. */
import { act, tell } from './server.js'

let last = Promise.resolve()
let look = async () => {}
let done = 0
const closed = new Set()

/** How many acts were answered: a screen read before one of them is old. */
export const actsDone = () => done

/** Resolves when the page shows what came of all that was done. */
export const settled = () => last

/** @param work makes the page show the workspace as it is; never rejects */
export const lookAfterActs = (work) => (look = work)

/** A form that somebody closed: what was still to be done in it goes with it. */
export const noteClosed = (view) => closed.add(view)

/**
 * Resolves to undefined when it failed; the person has been told.
 * @param wanted what to do; or what says it at its turn, and nothing when it cannot be done any more
 */
export function send(wanted) {
  const next = last
    .then(() => {
      const body = typeof wanted === 'function' ? wanted() : wanted
      return body && !closed.has(viewOf(body)) ? act(body) : undefined
    })
    .finally(() => (done += 1))
  last = next.then(look, look)
  return next.catch(tell)
}

const viewOf = ({ view, place }) => view ?? /^view:(.*)/.exec(place)?.[1]

/** Where a control is, for the acts of a person on it. */
export function addressOf(element) {
  return {
    place: element.closest('[data-place]').dataset.place,
    block: element.closest('[data-block]').dataset.block,
    action: element.dataset.action,
  }
}

/** Whether the control that was pressed still is on the page. */
export const isHere = ({ place, block, action }) =>
  document.querySelector(
    `[data-place="${CSS.escape(place)}"] [data-block="${CSS.escape(block)}"] [data-action="${CSS.escape(action)}"]`,
  ) !== null
