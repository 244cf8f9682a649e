/** Talking to the sandbox. What a person does goes out one thing after another, in the order they did it. */
const as = document.body.dataset.as
const toast = document.getElementById('toast')
let last = Promise.resolve()
let done = 0

/** How many acts were answered: a screen read before one of them is old. */
export const actsDone = () => done

async function ask(path, body) {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, sent)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `The sandbox answered ${response.status}.`)
  return answer
}

export const read = (path) => ask(`${path}?as=${as}`)
export const readClock = () => ask('/sandbox/clock')
export const readNextPin = () => ask('/sandbox/next-pin')
export const moveClock = (body) => ask('/sandbox/clock', body)
/** Not in the queue: typing into a search must not wait for anything. */
export const suggest = (body) => ask('/sandbox/page/do', { as, do: 'suggest', ...body })

/** Resolves to undefined when it failed; the person has been told. */
export function send(body) {
  const next = last.then(() => ask('/sandbox/page/do', { as, ...body })).finally(() => (done += 1))
  last = next.catch(() => undefined)
  return next.catch(tell)
}

export function tell(error) {
  toast.textContent = error.message
  toast.hidden = false
  clearTimeout(tell.timer)
  tell.timer = setTimeout(() => (toast.hidden = true), 6000)
}

/** Where a control is, for the acts of a person on it. */
export function addressOf(element) {
  return {
    place: element.closest('[data-place]').dataset.place,
    block: element.closest('[data-block]').dataset.block,
    action: element.dataset.action,
  }
}

export async function inBase64(file) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) }
}
