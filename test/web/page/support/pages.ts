/** The pages of test/fixtures/pages, as the reader reads them: written after the structure of real ones, of shops and people that do not exist. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../../src/root.js'
import { decode } from '../../../../src/web/decode.js'
import { readContent } from '../../../../src/web/page/read-content.js'

const folder = path.join(root, 'test/fixtures/pages')
const addresses = JSON.parse(readFileSync(path.join(folder, 'addresses.json'), 'utf8')) as Record<string, string>

export const PAGES = Object.keys(addresses)
export const addressOf = (name: string): string => addresses[name]!
export const htmlOf = (name: string): string =>
  decode(readFileSync(path.join(folder, `${name}.html`)), 'text/html; charset=utf-8')
export const contentOf = (name: string) => readContent(htmlOf(name), addressOf(name))
