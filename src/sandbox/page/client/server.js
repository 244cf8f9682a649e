/** Talking to the sandbox. */
const as = document.body.dataset.as
const toast = document.getElementById('toast')

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
export const act = (body) => ask('/sandbox/page/do', { as, ...body })
/** Not one of the acts that wait for each other: typing into a search must not wait for anything. */
export const suggest = (body) => act({ do: 'suggest', ...body })

export function tell(error) {
  toast.textContent = error.message
  toast.hidden = false
  clearTimeout(tell.timer)
  tell.timer = setTimeout(() => (toast.hidden = true), 6000)
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
