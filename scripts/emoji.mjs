// Writes src/slack/input/emoji.json: Slack's short names of emoji and what they stand for in Unicode, from emoji-datasource, whose names are Slack's own.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
export const emojiFile = path.join(root, 'src', 'slack', 'input', 'emoji.json')

/** @typedef {{ short_names: string[], unified: string, skin_variations?: Record<string, { unified: string }> }} Emoji */

/** @returns {Emoji[]} */
export const readDatasource = () =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('emoji-datasource/emoji.json'), 'utf8'))

/** @param {string} unified code points in hexadecimal, joined by dashes */
export const charactersOf = (unified) => String.fromCodePoint(...unified.split('-').map((code) => parseInt(code, 16)))

const [FIRST, SECOND] = ['1F3FB', '1F3FC']

/**
 * A row for each emoji: its names, its characters, and where it has skin tones its characters with 1 (and 2) in place of them.
 * @returns {string[][]}
 */
export const emojiRows = () =>
  readDatasource().map(({ short_names: names, unified, skin_variations: tones }) => {
    const [one, two] = [tones?.[FIRST], tones?.[`${FIRST}-${SECOND}`]].map((variation) =>
      variation === undefined
        ? undefined
        : variation.unified
            .split('-')
            .map((code) => (code === FIRST ? '1' : code === SECOND ? '2' : charactersOf(code)))
            .join(''),
    )
    const row = [names.join(' '), charactersOf(unified), one ?? '', two ?? '']
    return row.slice(0, two ? 4 : one ? 3 : 2)
  })

export const emojiJson = () =>
  `[\n${emojiRows()
    .map((row) => JSON.stringify(row))
    .join(',\n')}\n]\n`

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(emojiFile, emojiJson())
