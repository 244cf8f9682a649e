/** The identity of this window. Its name is in the address, so that reloading keeps it. */

/** The window of actions in words by a script, which can be watched here. */
const SHARED = 'act'
/** The time that the previous page may take to unload. */
const LEAVE_MS = 1500

const { as = '', window: name = '' } = document.body.dataset

/** Gives a copied address or duplicated window a name of its own. */
export async function keepWindow() {
  history.replaceState(null, '', `/sandbox?as=${as}&window=${name}`)
  if (name === SHARED || !('locks' in navigator)) return
  const isFree = await held(`pinslot-${as}-${name}`)
  if (!isFree) location.replace(`/sandbox?as=${as}`)
}

/**
 * Resolves with true if the lock is ours, which then lasts as long as the page is open.
 * @param {string} lock @returns {Promise<boolean>}
 */
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
