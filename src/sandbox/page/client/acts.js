/** What a person does goes out one thing after another, in the order they did it, each when the page shows what came of the last. */
import { act, tell } from './server.js'

let last = Promise.resolve()
let show = async () => {}
let queued = 0
let done = 0
const closed = new Set()

/** How many acts there were. */
export const actsQueued = () => queued

/** How many of them were answered: a screen read before one of them is old. */
export const actsDone = () => done

/** Resolves when the page shows what came of all acts so far. */
export const settled = () => last

/** @param work makes the page show the workspace as it is; never rejects */
export const showAfterActs = (work) => (show = work)

/** A form that is closed: what was still to be done in it goes with it. */
export const noteClosed = (view) => closed.add(view)

/**
 * Resolves with its answer, and to undefined when it failed: the person has been told.
 * @param say says what to do when its turn comes; may be async
 */
export function send(say) {
  queued += 1
  const next = last
    .then(say)
    .then((body) => (closed.has(viewOf(body)) ? undefined : act(body)))
    .finally(() => (done += 1))
  last = next.then(show, show)
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
