/** Sends a person's actions one after another, in order, each when the page shows the result of the previous one. */
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

/** The number of actions so far. */
export const actsQueued = () => queued

/** The number of answered actions: a screen read before one of them is outdated. */
export const actsDone = () => done

/** Resolves when the page shows the results of all actions so far. */
export const settled = () => last

/** @param {() => Promise<void>} work makes the page show the workspace as it is; never rejects */
export const showAfterActs = (work) => (show = work)

/** Notes a closed form, whose pending actions are dropped. @param {string} view */
export const noteClosed = (view) => closed.add(view)

/**
 * Resolves with the answer, or with undefined on failure, which the person has seen.
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

/** The form of the action. @param {Act} body */
const viewOf = (body) => ('view' in body ? body.view : 'place' in body ? /^view:(.*)/.exec(body.place)?.[1] : undefined)

/** The address of a control. @param {HTMLElement} element @returns {Address} */
export function addressOf(element) {
  return {
    place: around(element, '[data-place]', HTMLElement)?.dataset.place ?? '',
    block: around(element, '[data-block]', HTMLElement)?.dataset.block ?? '',
    action: element.dataset.action ?? '',
  }
}
