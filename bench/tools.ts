/**
 * What the tools of /mcp cost an agent in each turn: characters and tokens of both lists, by part and by tool, as a host gets them. Tokens are
 * those of o200k, by gpt-tokenizer; without `npm install --prefix bench`, a quarter of the characters. Ends with 1 over a bar.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildServer } from '../src/http/server.js'
import { INSTRUCTIONS, makeToolbox } from '../src/mcp/server.js'
import { root } from '../src/root.js'
import { withBench } from './support/world.js'

/** Of the usual list, its instructions included. */
const MOST_TOKENS = 6_000
const DEAREST = 8

type Encoder = { encode(text: string): number[] }

function findEncoder(): Encoder | undefined {
  try {
    return createRequire(path.join(root, 'bench', 'package.json'))('gpt-tokenizer/encoding/o200k_base') as Encoder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

const encoder = findEncoder()
const tokensOf = (text: string) => encoder?.encode(text).length ?? Math.ceil(text.length / 4)
const count = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { characters: text.length, tokens: tokensOf(text) }
}
const print = (what: string, { characters, tokens }: ReturnType<typeof count>) =>
  console.log(`  ${what.padEnd(24)} ${String(characters).padStart(7)} characters ${String(tokens).padStart(6)} tokens`)

await withBench(async ({ world }) => {
  const app = await buildServer(world.deps)
  const toolbox = makeToolbox(app.operations)
  if (!encoder) console.log('Tokens are estimated as characters / 4: npm install --prefix bench counts them.')
  for (const list of ['usual', 'all'] as const) {
    const tools = toolbox[list].list
    const whole = count(JSON.stringify(tools) + INSTRUCTIONS[list])
    console.log(`\n${list}: ${tools.length} tools`)
    print('in all', whole)
    print('instructions', count(INSTRUCTIONS[list]))
    for (const part of ['name', 'title', 'description', 'inputSchema', 'annotations'] as const)
      print(part, count(tools.map((tool) => tool[part])))
    const dearest = tools.map((tool) => ({ name: tool.name, ...count(tool) })).sort((one, other) => other.tokens - one.tokens)
    for (const { name, ...cost } of dearest.slice(0, DEAREST)) print(`  ${name}`, cost)
    if (list === 'usual' && whole.tokens > MOST_TOKENS) {
      console.log(`  over the bar of ${MOST_TOKENS} tokens`)
      process.exitCode = 1
    }
  }
  await app.close()
})
