/** Requests to the sandbox. */
import { byId } from './dom.js'

/** @typedef {{ text: { text: string }, value: string, description?: { text: string }, group?: string }} Choice */
/** @typedef {{ name: string, base64: string }} FileInBase64 */
/** The exact address of a control. @typedef {{ place: string, block: string, action: string }} Address */
/**
 * A person's actions, by `do`.
 * @typedef {{ do: 'type', text: string, files?: FileInBase64[], thread?: string }} Type
 * @typedef {{ do: 'open', channel: string }} Open
 * @typedef {{ do: 'press', option?: string } & Address} Press
 * @typedef {{ do: 'set', value: string | (string | Choice)[] | null } & Address} Enter
 * @typedef {{ do: 'attach', files: FileInBase64[] } & Address} Attach
 * @typedef {{ do: 'detach', file: string } & Address} Detach
 * @typedef {{ do: 'submit' | 'close' | 'close-all', view: string }} OnForm
 * @typedef {{ do: 'shortcut', callback: string, ts?: string }} Shortcut
 * @typedef {Type | Open | Press | Enter | Attach | Detach | OnForm | Shortcut} Act
 */
/** The current page: HTML, and the views of all open forms. @typedef {{ app: string, modal: string, forms: string[] }} Screen */

const { as, window: ownWindow } = document.body.dataset
const toast = byId('toast', HTMLElement)
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding

/**
 * @template T what it answers
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 * @returns {Promise<T>}
 * @throws {Error} with a sentence for the person
 */
async function ask(path, body, method = body ? 'POST' : 'GET') {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...sent })
  const answer = /** @type {T & { error?: string }} */ (await response.json())
  if (!response.ok) throw new Error(answer.error ?? `The sandbox answered ${response.status}.`)
  return answer
}

/** @returns {Promise<Screen>} */
export const readScreen = () => ask(`/sandbox/page/screen?as=${as}&window=${ownWindow}`)
/** @returns {Promise<{ now: string }>} */
export const readClock = () => ask('/sandbox/clock')
/** @returns {Promise<{ sendAt: string | null, username: string | null }>} null: none is scheduled */
export const readNextPin = () => ask('/sandbox/next-pin')
/** @typedef {{ outcome: 'published' | 'failed' | 'unanswered' | 'waiting', pins: { title: string, username: string, url: string | null, channel: string | null }[], total: number }} Outcome the first ones by name, and how many there are */
/** @param {string} since @returns {Promise<{ outcomes: Outcome[] }>} */
export const readOutcomes = (since) => ask(`/sandbox/outcomes?since=${encodeURIComponent(since)}`)
/** @param {{ advanceMs: number } | { to: string }} body @returns {Promise<unknown>} */
export const moveClock = (body) => ask('/sandbox/clock', body)
/** Replaces the faults that have not happened yet. @param {object} fault @returns {Promise<unknown>} */
export async function setFault(fault) {
  await ask('/sandbox/platform/faults', undefined, 'DELETE')
  return ask('/sandbox/platform/faults', { operation: 'create_pin', ...fault })
}
/** @param {string} username @returns {Promise<unknown>} */
export const disconnect = (username) => ask('/sandbox/platform/tokens', { username, do: 'revoke' })
/** @param {Act} body @returns {Promise<unknown>} */
export const act = (body) => ask('/sandbox/page/do', { as, window: ownWindow, ...body })
/**
 * Bypasses the queue of actions, because typing into a search must not wait.
 * @param {{ query: string } & Address} body
 * @returns {Promise<{ options: Choice[] }>}
 */
export const suggest = (body) => ask('/sandbox/page/do', { as, window: ownWindow, do: 'suggest', ...body })

/** Shows an error to the person, above everything open. @param {unknown} error */
export function report(error) {
  say([error instanceof Error ? error.message : String(error)], 6000)
}

/** Shows a message to the person, above everything open. @param {(string | Node)[]} parts @param {number} forMs */
export function say(parts, forMs) {
  toast.replaceChildren(...parts)
  raiseToast(true)
  clearTimeout(hiding)
  hiding = setTimeout(() => raiseToast(false), forMs)
}

/**
 * Moves the message into an open dialog, because everything outside of it is behind it and is not read out.
 * @param {boolean} isShown
 */
export function raiseToast(isShown = toast.matches(':popover-open')) {
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  if (toast.matches(':popover-open')) toast.hidePopover()
  if (toast.parentElement !== host) host.append(toast)
  if (isShown) toast.showPopover()
}

/** @param {File} file @returns {Promise<FileInBase64>} */
export async function inBase64(file) {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = () => reject(reader.error ?? new Error(`"${file.name}" could not be read.`))
    reader.readAsDataURL(file)
  })
  const url = typeof reader.result === 'string' ? reader.result : ''
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) }
}
