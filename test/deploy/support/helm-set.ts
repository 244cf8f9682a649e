/** Helm's `--set` and `--set-string`, as far as an install of the chart needs them: dots between keys, one value each, no lists. */

type Tree = { [key: string]: unknown }

/**
 * @param values those of the chart
 * @param command the words of a command of Helm
 * @returns the values that the command gives
 * @throws Error a value has a comma or a brace, which begin something else in Helm
 */
export function setValues(values: Tree, command: string[]): Tree {
  const all = structuredClone(values)
  for (const [i, flag] of command.entries()) {
    if (flag !== '--set' && flag !== '--set-string') continue
    const [, keys = '', text = ''] = /^([^=]+)=(.*)$/.exec(command[i + 1] ?? '') ?? []
    if (/[,{]/.test(text)) throw new Error(`not a single value: ${text}`)
    const path = keys.split('.')
    const last = path.pop() ?? ''
    const place = path.reduce<Tree>((tree, key) => (tree[key] ??= {}) as Tree, all)
    place[last] = flag === '--set' ? typed(text) : text
  }
  return all
}

/** Truth values, null and whole numbers without a leading zero are what they look like. */
function typed(text: string): unknown {
  const word = text.toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  return /^(0|[-+]?[1-9]\d*)$/.test(text) ? Number(text) : text
}
