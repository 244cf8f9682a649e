/** Somebody who presses everything: each button, menu and select that can be reached from a place, once for each kind of value. */
import { users } from '../../../src/sandbox/slack/ids.js'
import { blocksOf, reachable } from '../../../src/sandbox/slack/views/targets.js'
import type { Place } from '../../../src/sandbox/slack/payloads.js'
import { requirePerson, type User } from '../../../src/sandbox/slack/people.js'
import { isStateful } from '../../../src/sandbox/slack/state.js'
import { interactives, optionsOf, type Interactive, type Option } from '../../../src/sandbox/slack/block-kit.js'
import { press, setValue } from '../../../src/sandbox/slack/views/interact.js'
import { submitView } from '../../../src/sandbox/slack/views/submit.js'
import { closeViews, listModals } from '../../../src/sandbox/slack/views/views.js'
import type { Team } from '../support/a-team.js'

/** Something that can be done where one is; `key` finds it again when the same screen is drawn again. */
type Step = { key: string; place: Place; on: Interactive | null; option: Option | undefined }

export type Walker = {
  /** Opens a place and does what can be done there, and on what that opens, `depth` steps from the place. */
  from(open: (user: User) => Promise<void>, depth: number): Promise<void>
  /** Action ids that were pressed, callback ids of forms that were sent. */
  readonly done: ReadonlySet<string>
  /** For the next round: what was pressed once is pressed again. */
  forget(): void
}

export function aWalker({ slack, app, deps }: Pick<Team, 'slack' | 'app' | 'deps'>): Walker {
  const { workspace } = slack
  const { sql } = deps.db
  const seen = new Set<string>()
  const done = new Set<string>()
  const me = () => requirePerson(sql, 'admin')

  async function startOver(open: (user: User) => Promise<void>) {
    const modals = await listModals(sql, users.admin)
    const ids = modals.map(({ id }) => id)
    await closeViews(sql, ids)
    await open(await me())
    await app.idle()
  }

  async function stepsHere(): Promise<Step[]> {
    const [place] = await reachable(workspace, await me())
    if (!place) return []
    const pressable = interactives(blocksOf(place)).flatMap((on) => {
      const options = optionsOf(on.element)
      if (on.element.type === 'overflow') return options.map((option) => stepOf(place, on, option))
      return isStateful(on.element)
        ? options.slice(0, 1).map((option) => stepOf(place, on, option))
        : [stepOf(place, on, undefined)]
    })
    const form = place.kind === 'view' && place.view.view.submit ? [stepOf(place, null, undefined)] : []
    return [...pressable, ...form]
  }

  async function take({ place, on, option }: Step) {
    const user = await me()
    if (!on) {
      if (place.kind === 'view') {
        done.add(place.view.view.callback_id ?? '')
        await submitView(workspace, user, place.view)
      }
    } else {
      done.add(on.actionId)
      if (!isStateful(on.element)) await press(workspace, user, place, on, option)
      else await setValue(workspace, user, place, on, takesMany(on) ? [option] : option)
    }
    await app.idle()
  }

  async function explore(open: (user: User) => Promise<void>, path: readonly string[], depth: number): Promise<void> {
    const again = async () => {
      await startOver(open)
      for (const key of path) {
        const step = (await stepsHere()).find((one) => one.key === key)
        if (!step) return false // what was done meanwhile took it away
        await take(step)
      }
      return true
    }
    while (await again()) {
      const next = (await stepsHere()).find(({ key }) => !seen.has(key))
      if (!next) return
      seen.add(next.key)
      await take(next)
      if (depth > 1) await explore(open, [...path, next.key], depth - 1)
    }
  }

  return {
    from: (open, depth) => explore(open, [], depth),
    done,
    forget: () => seen.clear(),
  }
}

const takesMany = ({ element: { type } }: Interactive) => type.startsWith('multi') || type === 'checkboxes'

/** Two pins' buttons are one kind: numbers do not count. */
function stepOf(place: Place, on: Interactive | null, option: Option | undefined): Step {
  const value = String(option?.value ?? on?.element.value ?? '').replaceAll(/\d+/g, '#')
  const callback = place.kind === 'view' ? (place.view.view.callback_id ?? '') : ''
  return { key: on ? `${on.actionId} ${value.slice(0, 60)}` : `form ${callback}`, place, on, option }
}
