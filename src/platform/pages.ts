/** Addresses of Pinterest's pages for people. Its API does not return them, so they are built from ids and names. */
import type { PlatformPages } from '../core/ports/platform.js'

const SITE = 'https://www.pinterest.com'
/**
 * Names with a predictable address: Pinterest lowers the case and writes hyphens for spaces, but drops other signs by rules of
 * its own.
 */
const SIMPLE_NAME = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

export const pinterestPages: PlatformPages = {
  pin: (pinId) => `${SITE}/pin/${encodeURIComponent(pinId)}/`,
  board({ name, username }) {
    const profile = `${SITE}/${encodeURIComponent(username)}/`
    return name !== null && SIMPLE_NAME.test(name) ? `${profile}${name.toLowerCase().replaceAll(' ', '-')}/` : `${profile}_saved/`
  },
}
