/** The README of the package is the first page of the guide: one text, with links that lead somewhere from here. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './service.mjs'

const FIRST_PAGE = 'docs/guide/first-pin.md'
const HEADER = '<!-- Made by npm run generate from docs/guide/first-pin.md. Edit that page. -->\n'

/** @returns {string} */
export function readmeOf() {
  const page = readFileSync(path.join(root, FIRST_PAGE), 'utf8')
  const fromHere = page.replace(/\]\((?!https?:|#|\/)([^)]+)\)/g, (_, link) => {
    return `](${path.posix.join('..', path.posix.dirname(FIRST_PAGE), link)})`
  })
  return HEADER + fromHere
}
