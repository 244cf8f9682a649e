/** Which window this is. Its name is in the address, so that it is the same one when the page is loaded again. */

/** Of the acts that a script does in words: to be looked at from here. */
const SHARED = 'act'
/** How long the page that was here before may take to go. */
const LEAVE_MS = 1500

const { as = '', window: name = '' } = document.body.dataset

/** One that was copied with its address, or doubled, becomes a window of its own. */
export async function keepWindow() {
  history.replaceState(null, '', `/sandbox?as=${as}&window=${name}`)
  if (name === SHARED || !('locks' in navigator)) return
  const isFree = await held(`pinslot-${as}-${name}`)
  if (!isFree) location.replace(`/sandbox?as=${as}`)
}

/** Resolves with whether it is ours, for as long as the page is open. @param {string} lock @returns {Promise<boolean>} */
function held(lock) {
  return new Promise((resolve) => {
    const open = new Promise(() => {})
    const own = () => {
      resolve(true)
      return open
    }
    navigator.locks.request(lock, { signal: AbortSignal.timeout(LEAVE_MS) }, own).catch(() => resolve(false))
  })
}
