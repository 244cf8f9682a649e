/** What a person does goes out one thing after another, in the order they did it, each when the page shows what came of the last. */
import { around } from './dom.js'
import { act, report } from './server.js'

/** @import { Act, Address } from './server.js' */

/** @type {Promise<unknown>} */
let last = Promise.resolve()
/** @type {() => Promise<void>} */
let show = async () => {}
let queued = 0
let done = 0
/** @type {Set<string>} */
const closed = new Set()

/** How many acts there were. */
export const actsQueued = () => queued

/** How many of them were answered: a screen read before one of them is old. */
export const actsDone = () => done

/** Resolves when the page shows what came of all acts so far. */
export const settled = () => last

/** @param {() => Promise<void>} work makes the page show the workspace as it is; never rejects */
export const showAfterActs = (work) => (show = work)

/** A form that is closed: what was still to be done in it goes with it. @param {string} view */
export const noteClosed = (view) => closed.add(view)

/**
 * Resolves with its answer, or with undefined when it failed: the person has been shown why.
 * @param {() => Act | Promise<Act>} say returns what to do when it is run
 */
export function send(say) {
  queued += 1
  const next = last
    .then(say)
    .then((body) => (closed.has(viewOf(body) ?? '') ? undefined : act(body)))
    .finally(() => (done += 1))
  last = next.then(show, show)
  return next.catch(report)
}

/** The form in which it is done. @param {Act} body */
const viewOf = (body) => ('view' in body ? body.view : 'place' in body ? /^view:(.*)/.exec(body.place)?.[1] : undefined)

/** Where a control is, for the acts of a person on it. @param {HTMLElement} element @returns {Address} */
export function addressOf(element) {
  return {
    place: around(element, '[data-place]', HTMLElement)?.dataset.place ?? '',
    block: around(element, '[data-block]', HTMLElement)?.dataset.block ?? '',
    action: element.dataset.action ?? '',
  }
}
