/** Where people look at Pinterest. Its API returns no addresses of pages: these are built from what it does return. */
import type { PlatformPages } from '../core/ports/platform.js'

const SITE = 'https://www.pinterest.com'
/** Names whose address is sure: Pinterest lowers them and writes hyphens for spaces. Other signs it drops by rules of its own. */
const SIMPLE_NAME = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

export const pinterestPages: PlatformPages = {
  pin: (pinId) => `${SITE}/pin/${encodeURIComponent(pinId)}/`,
  board({ name, username }) {
    const profile = `${SITE}/${encodeURIComponent(username)}/`
    return name !== null && SIMPLE_NAME.test(name) ? `${profile}${name.toLowerCase().replaceAll(' ', '-')}/` : `${profile}_saved/`
  },
}
