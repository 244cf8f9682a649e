/** The message box: Enter sends, what a command takes is shown while it is typed, a file may go along. */
import { send } from './acts.js'
import { byId } from './dom.js'
import { makeListbox } from './listbox.js'
import { inBase64 } from './server.js'

/** A command of the app, as its manifest has it. @typedef {{ command: string, description: string, usageHint: string }} Command */

export function startComposer() {
  const form = byId('composer', HTMLFormElement)
  const box = byId('typed', HTMLTextAreaElement)
  const attach = byId('attach', HTMLInputElement)
  const attached = byId('attached', HTMLElement)
  const commands = /** @type {Command[]} */ (JSON.parse(form.dataset.commands ?? '[]'))

  /** @param {Command} picked */
  const pick = (picked) => {
    box.value = `${picked.command} `
    box.focus()
    complete()
  }
  const list = makeListbox(box, byId('completions', HTMLElement), pick)
  /** @param {HTMLElement} row @param {Command} command */
  const describe = (row, { command, usageHint, description }) => {
    for (const [tag, words] of [
      ['b', command],
      ['span', usageHint],
      ['small', description],
    ]) {
      const part = document.createElement(tag ?? '')
      part.textContent = words ?? ''
      row.append(part)
    }
  }
  /** Slack completes the command itself, and shows what it takes while the rest is typed; of its words it knows nothing. */
  const complete = () => {
    const [typed = '', ...rest] = box.value.split(' ')
    const isTyping = rest.length === 0
    const found = typed.startsWith('/')
      ? commands.filter(({ command }) => (isTyping ? command.startsWith(typed) : command === typed))
      : []
    if (found.length === 0 || box.value.includes('\n')) list.close()
    else list.open(found, describe, isTyping && found[0]?.command !== typed ? 0 : -1)
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
    if (list.onKey(event)) return
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
