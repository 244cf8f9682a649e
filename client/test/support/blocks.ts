/** The code of a page of the guide. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../support/service.mjs'

export type Block = { language: string; code: string; line: number }

export const PAGES = ['first-pin', 'media', 'schedule', 'many-pins', 'trends', 'errors-and-retries', 'webhooks'] as const
export type PageName = (typeof PAGES)[number]

export function blocksOf(page: PageName): Block[] {
  const text = readFileSync(path.join(root, 'docs/guide', `${page}.md`), 'utf8')
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length + 1,
  }))
}

/** What a page says in TypeScript, as the one program that it is. */
export const programOf = (page: PageName): string =>
  `${blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code)
    .join('\n')}\nexport {}\n`
