/** Lines behind /pin and everything that can be pressed, chosen and typed on what they open: answered, within Slack's limits, pinging nobody. */
import { action } from '../../blocks/settings/deletion.js'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { checkLimits, type Surface } from '../../blocks/limits/limits.js'
import { blocksOf, reachable } from '../../src/sandbox/slack/views/targets.js'
import { channels, users } from '../../src/sandbox/slack/ids.js'
import type { Place } from '../../src/sandbox/slack/payloads.js'
import { requirePerson } from '../../src/sandbox/slack/people.js'
import { isStateful } from '../../src/sandbox/slack/state.js'
import { type Interactive, interactives, type Option, optionsOf } from '../../src/sandbox/slack/block-kit.js'
import { openHome, press, setValue, suggest, typeText } from '../../src/sandbox/slack/views/interact.js'
import { submitView } from '../../src/sandbox/slack/views/submit.js'
import { closeViews, listModals } from '../../src/sandbox/slack/views/views.js'
import { verbs } from '../../src/slack/verbs.js'
import { aTeam } from '../slack/support/a-team.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot } from '../support/factories.js'
import { fc, seed } from '../support/random.js'
import { brokenRules } from './support/database.js'
import { HOSTILE } from './support/values.js'

const STEPS = Math.ceil(inject('requests') * 0.15)
/** Words of ours that name somebody are no words of theirs. */
const PING = /<!(?:channel|here|everyone)|<https:\/\/evil\.test|<@U1>/
const NASTY_TITLE = '<!channel> <https://evil.test|click> *b* &amp; `x`'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const sent: { surface: Surface; content: object; where: string }[] = []
const team = aTeam(db, {
  credits: 1_000_000,
  parts: { platform: simulator.platform },
  slackFetch: (real) => async (input, init) => {
    const request = new Request(input, init)
    hear(new URL(request.url).pathname, await request.clone().text())
    return real(request)
  },
})

/** What the app sends to Slack, by form or as JSON. */
function hear(where: string, body: string): void {
  const fields = body.startsWith('{')
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body))
  const read = (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value)
  if (fields['view'] !== undefined) {
    const view = read(fields['view']) as { type: Surface }
    sent.push({ where, surface: view.type === ('home' as Surface) ? 'home' : 'modal', content: view })
  } else if (fields['blocks'] !== undefined)
    sent.push({ where, surface: 'message', content: { text: fields['text'], blocks: read(fields['blocks']) } })
}

/** Every text that Slack reads as markup. */
function markupOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markupOf)
  if (typeof value !== 'object' || value === null) return []
  const own =
    'text' in value && typeof value.text === 'string' && (!('type' in value) || value.type === 'mrkdwn') ? [value.text] : []
  return [...own, ...Object.values(value).flatMap(markupOf)]
}

beforeEach(async () => {
  const world = team.current
  await db.sql`update boards set name = ${NASTY_TITLE} where organization_id = ${world.organizationId} and id = '102'`
  await aTimeslot(world, { day: 3, time: '12:00' })
  await aQueuedPost(world, { title: NASTY_TITLE, boardId: '102' })
  await aDraft(world, { title: NASTY_TITLE, description: NASTY_TITLE, boardId: '102' })
  await aSentPost(world, { title: NASTY_TITLE })
})

/** As a field of Slack can hold it: no NUL and no half of a letter. */
const typed = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE.map((one) => one.slice(0, 2_900))) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'A shelf',
        '2026-03-05',
        '09:30',
        '101',
        '7',
        'https://shop.example.com/oak',
        'https://pictures.test/shelf.jpg',
        'oak, pine',
        '@maker',
        'Kitchen ideas',
      ),
    },
  )
  .map((text) => text.replaceAll('\0', '').toWellFormed())
/** A verb with its words, nearly one, or no line at all. */
const line = fc
  .tuple(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(...Object.keys(verbs), '', 'today', 'next week', '#12', 'https://shop.example.com/oak'),
      },
      { weight: 2, arbitrary: typed },
    ),
    fc.array(
      fc.oneof(typed, fc.constantFrom('to', 'at', 'on', '"', '“', '@', '#1', 'week', 'tomorrow 9am', 'friday', 'all', 'off')),
      { maxLength: 4 },
    ),
  )
  .map(([verb, words]) => `/pin ${[verb, ...words].join(' ')}`.slice(0, 3_500))

test(`${STEPS} lines, presses and forms`, async () => {
  const { slack, app, logged, deps } = team.current
  const { workspace } = slack
  const finds: string[] = []
  const done = new Set<string>()
  let drawn = 0
  const one = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed: seed + ++drawn, numRuns: 1 })[0]!
  const roll = (sides: number) => one(fc.noBias(fc.integer({ min: 0, max: sides - 1 })))
  const me = () => requirePerson(deps.db.sql, 'admin')

  async function begin(): Promise<string> {
    const modals = await listModals(deps.db.sql, (await me()).id)
    await closeViews(
      deps.db.sql,
      modals.map(({ id }) => id),
    )
    if (roll(6) === 0) return openHome(workspace, await me()).then(() => 'opens Home')
    const text = one(line)
    await typeText(workspace, await me(), text)
    return text
  }

  /** As Slack lets somebody enter it. */
  async function valueFor(place: Place, on: Interactive, offered: Option[]): Promise<unknown> {
    const { type } = on.element
    if (type.endsWith('external_select')) {
      const found = await suggest(workspace, await me(), place, on, one(typed).slice(0, 200))
      if (!found) throw new Error(`${on.actionId} was offered nothing for what was typed`)
      const picked = found[roll(Math.max(1, found.length))]
      return type.startsWith('multi') && picked ? [picked] : picked
    }
    if (type.startsWith('multi_static') || type === 'checkboxes') return offered.filter(() => roll(2) === 0).slice(0, 3)
    if (offered.length > 0) return offered[roll(offered.length)]
    if (type.includes('users_select')) return type.startsWith('multi') ? [users.member] : users.member
    if (/conversations|channels/.test(type)) return type.startsWith('multi') ? [channels.general] : channels.general
    if (type === 'datepicker') return one(fc.constantFrom('2026-03-05', '2026-03-08', '2020-01-01', '2099-12-31'))
    if (type === 'timepicker') return one(fc.constantFrom('00:00', '02:30', '09:30', '23:59'))
    if (type === 'datetimepicker') return one(fc.constantFrom(1_772_800_000, 1_500_000_000, 9_999_999_999))
    return /text_input|number_input/.test(type) ? one(typed) : undefined
  }

  /** Something on the place that is on top: a button, a choice, words, or the form itself. */
  async function step(): Promise<string | undefined> {
    const user = await me()
    const [place] = await reachable(workspace, user)
    if (!place) return undefined
    const there = interactives(blocksOf(place)).filter(({ actionId }) => actionId !== action.deleteOrganization)
    const form = place.kind === 'view' && place.view.view.submit !== undefined
    if (form && (there.length === 0 || roll(4) === 0)) {
      await submitView(workspace, user, place.view)
      done.add(place.view.view.callback_id ?? '')
      return `sends ${place.view.view.callback_id}`
    }
    const on = there[roll(Math.max(1, there.length))]
    if (!on) return undefined
    const options = optionsOf(on.element)
    const option = options[roll(Math.max(1, options.length))]
    done.add(on.actionId)
    if (!isStateful(on.element)) {
      await press(workspace, user, place, on, option)
      return `presses ${on.actionId}`
    }
    const value = await valueFor(place, on, options)
    if (value === undefined) return `leaves ${on.actionId}`
    await setValue(workspace, user, place, on, value)
    return `enters ${JSON.stringify(value)?.slice(0, 200)} in ${on.actionId}`
  }

  let path: string[] = []
  for (let n = 0; n < STEPS && finds.length < 12; n++) {
    const from = logged.length
    try {
      const did = path.length === 0 || path.length > 6 ? undefined : await step()
      if (did === undefined) path = [await begin()]
      else path.push(did)
      await app.idle()
    } catch (error) {
      finds.push(`SEED=${seed} ${path.join(' | ').slice(0, 1_500)}\n  -> ${error instanceof Error ? error.stack : String(error)}`)
      path = []
    }
    const said = `SEED=${seed} ${path.join(' | ').slice(0, 1_500)}`
    for (const { level, fields, message } of logged.slice(from)) {
      const { err, problem } = fields as { err?: Error; problem?: string }
      const isRefused = message === 'slack call failed' && !/expired_trigger_id/.test(String(err)) // a slow machine's
      if (level === 'error' || problem !== undefined || isRefused)
        finds.push(`${said}\n  -> ${level} ${message} ${problem ?? err?.stack}`)
    }
    for (const { surface, content, where } of sent.splice(0)) {
      const problems = checkLimits(content, surface)
      const pings = markupOf(content).filter((text) => PING.test(text))
      if (problems.length + pings.length > 0)
        finds.push(`${said}\n  -> ${where} ${[...problems, ...pings].join(', ').slice(0, 600)}`)
    }
  }
  console.log(`Slack: ${done.size} actions and forms`)
  expect(finds.join('\n')).toBe('')
  expect(await brokenRules(deps.db.sql)).toEqual([])
  expect(done.size).toBeGreaterThan(Math.min(20, STEPS / 20))
})
