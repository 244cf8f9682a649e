/** What the app hears is what its views carry out: nothing that can be pressed is deaf, and no two features share an id. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { shared } from '../../blocks/ids.js'
import { root } from '../../src/root.js'
import { onAction } from '../../src/slack/listener.js'
import { listenerTable } from '../../src/slack/listeners.js'

type Ids = { action?: Record<string, string>; view?: Record<string, string>; shared?: Record<string, string> }
const modules = await Promise.all(
  readdirSync(path.join(root, 'blocks'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map(async (name) => (await import(path.join(root, 'blocks', name))) as Ids),
)
/** The ids that stand beside their views. */
const ids = (kind: 'action' | 'view' | 'shared') => modules.flatMap((one) => Object.values(one[kind] ?? {}))
const actions = [...ids('action'), ...ids('shared').filter((id) => id !== shared.value)] // an input that only holds a value

test('each action of the views has a listener, and each listener an action', () => {
  const heard = new Set([...listenerTable.actions.keys(), ...listenerTable.options.keys()])
  expect([...heard].sort()).toEqual([...actions].sort())
})

test('each form that is heard is one of the views', () => {
  const heard = [...listenerTable.views.keys(), ...listenerTable.closed.keys()]
  expect(heard.filter((id) => !ids('view').includes(id))).toEqual([])
})

test.each([
  ['views', ids('view')],
  ['actions', actions],
] as const)('the ids of all %s are different', (_kind, all) => {
  expect(all.length).toBeGreaterThan(50)
  expect(new Set(all).size).toBe(all.length)
})

test('each file of a feature that listens is in the table', () => {
  const folder = path.join(root, 'src/slack')
  const listening = readdirSync(path.join(folder, 'features'), { recursive: true, encoding: 'utf8' })
    .map((name) => `./features/${name}`)
    .filter((name) =>
      /^(?:on[A-Z]\w+|turnsPages)\(/m.test(name.endsWith('.ts') ? readFileSync(path.join(folder, name), 'utf8') : ''),
    )
  expect(listening.length).toBeGreaterThan(60)
  const table = readFileSync(path.join(folder, 'listeners.ts'), 'utf8')
  expect(listening.filter((name) => !table.includes(`'${name.replace(/ts$/, 'js')}'`))).toEqual([])
})

test('no id is listened to twice', () => {
  const [id = ''] = listenerTable.actions.keys()
  expect(() => onAction(id, async () => {})).toThrow(`two listeners listen to ${id}`)
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
