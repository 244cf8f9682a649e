/** The message box: Enter sends, hints appear while a command is typed, files can be attached. */
import { send } from './acts.js'
import { byId } from './dom.js'
import { makeListbox } from './listbox.js'
import { inBase64, report } from './server.js'

const MOST_FILES = 10

/** A command of the app, as its manifest has it. @typedef {{ command: string, description: string, usageHint: string }} Command */

/** The thread that the next message is a reply in; '': none. */
let thread = ''

/** @param {string} ts the message that the thread is below */
export function replyTo(ts) {
  thread = ts
  byId('replying', HTMLElement).hidden = ts === ''
  byId('typed', HTMLElement).focus()
}

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
  /** Completes the command and shows its usage hint, as Slack does, without knowing its words. */
  const complete = () => {
    const [typed = '', ...rest] = box.value.split(' ')
    const isTyping = rest.length === 0
    const found = typed.startsWith('/')
      ? commands.filter(({ command }) => (isTyping ? command.startsWith(typed) : command === typed))
      : []
    if (found.length === 0 || box.value.includes('\n')) list.close()
    else list.open(found, describe, isTyping && found[0]?.command !== typed ? 0 : -1)
  }
  /** Files of the next message. @type {File[]} */
  let held = []
  /** @param {File[]} files */
  const hold = (files) => {
    held = files
    attach.value = ''
    attached.textContent = files.length > 2 ? `${files.length} files` : files.map(({ name }) => name).join(', ')
  }
  /** @param {Iterable<File>} files */
  const add = (files) => {
    const all = [...held, ...files]
    if (all.length > MOST_FILES) report(new Error(`Slack allows ${MOST_FILES} files per message.`))
    hold(all.slice(0, MOST_FILES))
  }
  const sendTyped = async () => {
    const text = box.value.trim()
    const chosen = [...held]
    const below = thread
    if (text === '' && chosen.length === 0) return
    box.value = ''
    hold([])
    if (below !== '') replyTo('')
    list.close()
    grow()
    await send(async () => ({
      do: 'type',
      text,
      ...(chosen.length > 0 && { files: await Promise.all(chosen.map(inBase64)) }),
      ...(below !== '' && { thread: below }),
    }))
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
  byId('replying', HTMLElement).addEventListener('click', () => replyTo(''))
  attach.addEventListener('change', () => add(attach.files ?? []))
  form.addEventListener('dragover', (event) => event.preventDefault())
  form.addEventListener('drop', (event) => {
    event.preventDefault()
    add(event.dataTransfer?.files ?? [])
  })
}
