/** The commands that deploy/README.md tells to type. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../src/root.js'

const text = readFileSync(path.join(root, 'deploy', 'README.md'), 'utf8')
const lines = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.replaceAll(/\\\n\s*/g, '').split('\n'),
)

/** @returns of each command of this program the words behind its name, without quotes */
export const commandsOf = (program: string): string[][] =>
  lines
    .flatMap((line) => line.split(/ && | # /))
    .map((command) => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''))
    .filter(([name]) => name === program)
    .map(([, ...words]) => words)
