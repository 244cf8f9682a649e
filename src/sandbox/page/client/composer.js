/** The message box: Enter sends, `/` completes the app's commands, a file may go along. */
import { send } from './acts.js'
import { byId } from './dom.js'
import { makeListbox } from './listbox.js'
import { inBase64 } from './server.js'

/** A command of the app. @typedef {{ text: string, hint: string }} Verb */

export function startComposer() {
  const form = byId('composer', HTMLFormElement)
  const box = byId('typed', HTMLTextAreaElement)
  const attach = byId('attach', HTMLInputElement)
  const attached = byId('attached', HTMLElement)
  const verbs = /** @type {Verb[]} */ (JSON.parse(form.dataset.verbs ?? '[]'))

  /** @param {Verb} verb */
  const pick = (verb) => {
    box.value = `${verb.text} `
    box.focus()
  }
  const list = makeListbox(box, byId('completions', HTMLElement), pick)
  /** @param {HTMLElement} row @param {Verb} verb */
  const describe = (row, verb) => {
    const name = document.createElement('b')
    name.textContent = verb.text
    const hint = document.createElement('small')
    hint.textContent = verb.hint
    row.append(name, hint)
  }
  const complete = () => {
    const typed = box.value
    const found = typed.startsWith('/') ? verbs.filter(({ text }) => text.startsWith(typed) && text !== typed.trimEnd()) : []
    if (found.length > 0) list.open(found, describe)
    else list.close()
  }
  const sendTyped = async () => {
    const text = box.value.trim()
    const file = attach.files?.[0]
    if (text === '' && !file) return
    box.value = ''
    attach.value = ''
    attached.textContent = ''
    list.close()
    grow()
    await send(async () => ({ do: 'type', text, ...(file ? { file: await inBase64(file) } : {}) }))
  }
  const grow = () => {
    box.rows = Math.min(6, box.value.split('\n').length)
  }

  box.addEventListener('input', () => {
    grow()
    complete()
  })
  box.addEventListener('blur', () => list.close())
  box.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    // a whole command is sent by Enter even while longer ones are offered
    const isWhole = verbs.some(({ text }) => text === box.value.trim())
    if (!(event.key === 'Enter' && isWhole) && list.onKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void sendTyped()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendTyped()
  })
  attach.addEventListener('change', () => (attached.textContent = attach.files?.[0]?.name ?? ''))
}
