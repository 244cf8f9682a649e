/** What the app hears is what its views carry out: nothing that can be pressed is deaf, and no two features share an id. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { action, view } from '../../blocks/ids.js'
import { root } from '../../src/root.js'
import { listenerTable } from '../../src/slack/listeners.js'

const foldersWith = (where: string, file: string) =>
  readdirSync(path.join(root, where), { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === file && path.dirname(name) !== '.')
    .map((name) => path.join(root, where, name))
const exportsOf = async (file: string) => Object.entries((await import(file)) as Record<string, unknown>)

test('each action of the views has a listener, and each listener an action', () => {
  const { value, ...carried } = action
  const heard = new Set([...Object.keys(listenerTable.actions), ...Object.keys(listenerTable.options)])
  expect([...heard].sort()).toEqual(Object.values(carried).sort())
  expect(heard).not.toContain(value) // an input that only holds a value
})

test('each form that is heard is one of the views', () => {
  const views: string[] = Object.values(view)
  const heard = [...Object.keys(listenerTable.views), ...Object.keys(listenerTable.closed)]
  expect(heard.filter((id) => !views.includes(id))).toEqual([])
})

test.each([
  ['views', view],
  ['actions', action],
] as const)('the ids of all %s are different', (_kind, table) => {
  const ids = Object.values<string>(table)
  expect(ids.length).toBeGreaterThan(10)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what a feature hears is in the table', async () => {
  const files = foldersWith('src/slack/features', 'listeners.ts')
  expect(files.length).toBeGreaterThan(10)
  const table: Record<string, object> = listenerTable
  for (const [name, heard] of (await Promise.all(files.map(exportsOf))).flat()) {
    for (const [kind, listeners] of Object.entries(heard as Record<string, object>)) {
      const lost = Object.keys(listeners).filter((id) => !Object.hasOwn(table[kind] ?? {}, id))
      expect([name, kind, lost]).toEqual([name, kind, []])
    }
  }
})

test('the recipe of a button holds for each feature: its ids, its listeners, its tests', () => {
  const [recipe = ''] =
    /- \*\*A button in Slack\*\*[\s\S]*?(?=\n- \*\*)/.exec(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')) ?? []
  const named = [...recipe.matchAll(/`(\S*<feature>\S*)`/g)].map(([, place = '']) => place)
  expect(named.length).toBeGreaterThan(2)
  const features = readdirSync(path.join(root, 'src/slack/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'cards') // which has what several of them need
    .map(({ name }) => name)
  const places = features.flatMap((feature) => named.map((place) => place.replace('<feature>', feature)))
  expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([])
})
