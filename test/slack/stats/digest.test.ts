/** The weekly digest and the nudge, from the tick to the message that the team reads. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { makeCharts } from '../../../src/charts/charts.js'
import { addDates } from '../../../src/core/lib/time.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { keepAnswer } from '../../../src/core/insight/trends/answers.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, DAY_MS } from '../../support/factories.js'
import { testDeps } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const { settings } = testDeps(db, { now: new Date(), advance: () => {} })
const inside = { ...settings, publicUrl: 'http://127.0.0.1:3000' } // no Slack loads pictures from there
const team = aTeam(db, { parts: { charts, settings: inside } })

let messenger: Messenger
beforeEach(async () => {
  const { deps, slack, organizationId } = team.current
  await db.sql`delete from cron_runs`
  await db.sql`update accounts set notify_channel_id = null where organization_id <> ${organizationId}`
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
  messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
})

/** The world begins on Monday 2 March, 05:00 in New York. */
const NINE = new Date('2026-03-02T14:00:00Z')
const DAYS = Array.from({ length: 14 }, (_, index) => addDates('2026-02-16', index))

async function someDays(of: (index: number) => number = (index) => (index < 7 ? 10 : 20)): Promise<void> {
  const { organizationId, accountId } = team.current
  for (const [index, day] of DAYS.entries()) {
    const metrics = {
      impression: of(index) * 100,
      save: of(index),
      outboundClick: of(index),
      pinClick: of(index),
      engagement: of(index),
    }
    await db.sql`
      insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
      values (${organizationId}, ${accountId}, ${day}, ${db.sql.json(metrics)}, 'READY', ${NINE})`
  }
}

/** As the loops do it: the ticks, then the outbox, until nothing is due. */
async function work(over: { messenger?: Messenger } = {}): Promise<void> {
  const deps = { ...team.current.deps, messenger, ...over }
  const cron = makeCron(
    deps,
    TICKS.filter(({ job }) => job === 'digests' || job === 'nudges'),
  )
  await cron.drain()
  await makeOutbox(deps).drain()
}
async function workAt(at: Date): Promise<void> {
  team.current.clock.now = at
  await work()
}
/** Of an app that may not write files. */
const withoutFiles =
  (real: typeof fetch): typeof fetch =>
  async (input, init) =>
    String(input instanceof Request ? input.url : input).includes('/api/files.')
      ? Response.json({ ok: false, error: 'missing_scope' })
      : real(input, init)
const inPins = async () => (await team.current.ada.open('pins')).messages
const said = (message: object) => textOn(message).replaceAll('\u00a0', ' ')
const rows = () => db.sql`
  select dead_at, delivered_at is not null as delivered, last_error from outbox where organization_id = ${team.current.organizationId}`

describe('the digest', () => {
  test('draws both weeks as charts of Slack, a point for each day', async () => {
    await someDays()
    await work()
    await workAt(NINE)
    const [message] = await inPins()
    const charts = (message!.blocks as { type: string; chart?: { axis_config: { categories: string[] } } }[]).flatMap(
      ({ chart }) => (chart ? [chart] : []),
    )
    expect(charts.map(({ axis_config: { categories } }) => [categories.length, categories[0], categories.at(-1)])).toEqual([
      [14, 'Feb 16', 'Mar 1'],
      [14, 'Feb 16', 'Mar 1'],
    ])
    expect(said(message!)).not.toContain('"type":"image"')
  })

  test('is in the channel on Monday at nine, with its numbers and, without charts, its picture as a file, once', async () => {
    await someDays()
    team.current.slack.setSwitches({ refusedBlocks: ['data_visualization'] })
    await aQueuedPost(team.current, { title: 'Oak shelf', at: new Date(NINE.getTime() + DAY_MS) })
    await work()
    expect(await inPins()).toEqual([])
    await workAt(NINE)
    await workAt(new Date(NINE.getTime() + 60_000))
    const messages = await inPins()
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(checkLimits(message!, 'message')).toEqual([])
    const words = said(message!)
    expect(words).toContain('maker: week of Feb 23 to Mar 1')
    expect(words).toContain('*Impressions*\\n14,000 (+100%)')
    expect(words).toContain('1 pin goes out:')
    expect(words).toContain('Oak shelf on Kitchen ideas')
    const [file] = await db.sql<{ id: string; bytes: Buffer; mimetype: string; completed: boolean }[]>`
      select id, bytes, mimetype, completed from slk_files`
    expect(file).toMatchObject({ mimetype: 'image/png', completed: true })
    expect(file!.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(words).toContain(`"slack_file":{"id":"${file!.id}"}`)
    expect(words).toContain('Impressions: 21,000 in total, from 1,000 on Feb 16 to 2,000 on Feb 23.') // for who does not see it
  })

  test('folds the coming pins by board, and lists them unfolded where the workspace takes no containers', async () => {
    for (const [index, title] of ['Oak', 'Elm', 'Ash', 'Fir', 'Yew'].entries())
      await aQueuedPost(team.current, { title, at: new Date(NINE.getTime() + (index + 1) * 3_600_000) })
    const { ada, slack } = team.current
    const folded = lastMessage(await ada.command('/pin digest'))
    expect(checkLimits(folded, 'message')).toEqual([])
    const containers = (folded.blocks as { type: string; title?: { text: string } }[]).filter(({ type }) => type === 'container')
    expect(containers.map(({ title }) => title?.text)).toEqual(['Kitchen ideas'])
    expect(said(folded)).toContain('Fir')
    slack.setSwitches({ refusedBlocks: ['container'] })
    const older = lastMessage(await ada.command('/pin digest'))
    expect(textOn(older)).not.toContain('"container"')
    expect(said(older)).toContain('*Kitchen ideas* · 5 pins')
    expect(said(older)).toContain('Fir')
  })

  test('goes out without its picture where Slack takes no files', async () => {
    await someDays()
    const { deps, slack, clock } = team.current
    messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: withoutFiles(slack.fetch) })
    await work()
    clock.now = NINE
    await work()
    const words = said(lastMessage(await team.current.ada.open('pins')))
    expect(words).toContain('*Impressions*')
    expect(words).not.toContain('"type":"image"')
  })

  test('shows its picture by the address of the service where Slack takes neither charts nor files and can load it there', async () => {
    await someDays()
    team.current.slack.setSwitches({ refusedBlocks: ['data_visualization'] })
    const { deps, slack, clock } = team.current
    messenger = makeMessenger({ ...deps, settings, botToken, staffChannelId: channels.staff, fetch: withoutFiles(slack.fetch) })
    await work()
    clock.now = NINE
    await work()
    const words = said(lastMessage(await team.current.ada.open('pins')))
    expect(words).toContain('"image_url":"https://pinslot.test/pictures/stats/')
  })

  test('shows the best pins, and leads to them', async () => {
    const pin = await aSentPost(team.current, { title: 'Oak shelf' })
    const { organizationId, accountId } = team.current
    await db.sql`
      insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
      values (${organizationId}, ${accountId}, ${pin.pinId}, '2026-02-25', ${db.sql.json({ save: 4, impression: 80 })}, 'READY', ${NINE})`
    await work()
    await workAt(NINE)
    const words = said(lastMessage(await team.current.ada.open('pins')))
    expect(words).toContain(`*1.* <https://www.pinterest.com/pin/${pin.pinId}/|Oak shelf>`)
    expect(words).toContain('"4 saves · 80 impressions"')
    const { ada } = team.current
    expect(lastMessage(await ada.click('Make a new version')).text).toContain('Duplicated.')
    const added = await ada.click('Add to evergreen')
    expect(lastMessage(added)).toMatchObject({ ephemeral: true }) // beside the digest, which others read
    expect(lastMessage(added).text).toContain('Added to the evergreen pool.')
  })

  test('waits while Slack answers nothing, and comes once', async () => {
    let answers = false
    const silent: Messenger = {
      deliver: (delivery) =>
        answers ? messenger.deliver(delivery) : Promise.resolve({ kind: 'later', afterMs: 60_000, message: 'slack is down' }),
    }
    await work()
    team.current.clock.now = NINE
    await work({ messenger: silent })
    answers = true
    team.current.clock.advance(61_000)
    await work({ messenger: silent })
    expect(await inPins()).toHaveLength(1)
  })

  test('is told to nobody, and is no dead letter for the operator, where the channel is gone meanwhile', async () => {
    await work()
    const deps = { ...team.current.deps, messenger }
    team.current.clock.now = NINE
    await makeCron(
      deps,
      TICKS.filter(({ job }) => job === 'digests'),
    ).drain()
    await db.sql`update accounts set notify_channel_id = null`
    await makeOutbox(deps).drain()
    expect([...(await rows())]).toMatchObject([{ delivered: false, last_error: 'no channel is set for this account' }])
  })
})

describe('its buttons', () => {
  /** A second account, so that the message's account can be distinguished from the reader's. */
  async function besideAnother() {
    const { organizationId, accountId, clock } = team.current
    await db.sql`
      insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, boards_read_at, created_at)
      values (${organizationId}, ${`91${organizationId}`}, 'other', 'Other', 'UTC', true, ${clock.now}, ${clock.now})`
    const [other] = await db.sql<
      { id: string }[]
    >`select id from accounts where organization_id = ${organizationId} and id <> ${accountId}`
    await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${other!.id})`
    await team.current.ada.openHome() // ada is known now
    await db.sql`update members set current_account_id = ${other!.id} where organization_id = ${organizationId}`
  }

  beforeEach(async () => {
    await someDays()
    await aTimeslot(team.current, { day: 2, time: '18:00', timezone: 'America/New_York' })
    await work()
    await besideAnother()
    await workAt(NINE)
    await team.current.ada.open('pins')
  })

  test('“Fill open slots” opens the form for many pins, of its account', async () => {
    const { modal } = await team.current.ada.click('Fill open slots')
    expect(modal?.title).toBe('New pins')
    expect(markupOf(modal?.blocks)).toContain('maker')
  })

  test('“View queue” shows that of its account to who asks', async () => {
    const pin = await aQueuedPost(team.current, { title: 'Oak shelf', at: new Date(NINE.getTime() + DAY_MS) })
    const message = lastMessage(await team.current.ada.click('View queue'))
    expect(said(message)).toContain('Queue · maker')
    expect(said(message)).toContain(pin.title)
    expect((await team.current.milo.open('pins')).messages).toHaveLength(1)
  })

  test('“Settings” opens those of its account', async () => {
    const { modal } = await team.current.ada.click('Settings')
    expect(modal?.title).toBe('Settings')
    expect(valuesOf(await team.current.ada.screen())).toMatchObject({ '*Account*': 'maker' })
  })

  test('“All accounts” shows all of them to who asks, below the message, which stays', async () => {
    const { messages } = await team.current.ada.click('All accounts')
    expect(messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('maker: week of'),
      expect.stringContaining('All accounts: week of Feb 23 to Mar 1: '),
    ])
    expect(messages.at(-1)?.ephemeral).toBe(true)
    expect((await team.current.milo.open('pins')).messages).toHaveLength(1)
  })
})

describe('the nudge', () => {
  const TUESDAY = new Date('2026-03-03T14:00:00Z')
  beforeEach(async () => {
    for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '18:00', timezone: 'America/New_York' })
    await aDraft(team.current)
    await work()
  })

  test('tells the channel the day after', async () => {
    await workAt(NINE)
    expect(await inPins()).toHaveLength(1)
    await workAt(TUESDAY)
    const { text, blocks } = lastMessage(await team.current.ada.open('pins'))
    expect(text).toBe('maker: 7 of 7 slots in the next 7 days are open.')
    expect(markupOf(blocks)).toContain('*maker:* All 7 slots are open')
    expect(await inPins()).toHaveLength(2)
  })

  test('is told to nobody once the slots are filled, though it was on its way', async () => {
    await workAt(NINE)
    team.current.clock.now = TUESDAY
    const deps = { ...team.current.deps, messenger }
    await makeCron(
      deps,
      TICKS.filter(({ job }) => job === 'nudges'),
    ).drain()
    for (let day = 3; day < 9; day++) await aQueuedPost(team.current, { at: new Date(Date.UTC(2026, 2, day, 23)) })
    await makeOutbox(deps).drain()
    expect(await inPins()).toHaveLength(1)
    expect((await rows()).map((row) => String(row.last_error))).toContain('what it tells of is gone')
  })
})

describe('what will be searched for soon', () => {
  const WEEK_DAYS = 7
  /** Most people search for it seven weeks after the last week that is known. */
  const soon = (keyword: string) => ({
    keyword,
    growth: { weekly: 1, monthly: 2, yearly: 3 },
    weeks: Array.from({ length: 52 }, (_, at) => ({
      week: addDates('2026-03-01', -WEEK_DAYS * (51 - at)),
      value: Math.round(5 + 95 * Math.exp(-((at - 6) ** 2) / 8)),
    })),
  })
  const keep = (keywords: string[]) =>
    keepAnswer(
      db.sql,
      { question: { region: 'US', type: 'seasonal', interest: null }, day: '2026-03-02' },
      keywords.map((keyword) => soon(keyword)),
    )

  test('stands in the digest: at most three, with when to start and a pin about it; without any there is no word of it', async () => {
    await db.sql`delete from trend_answers`
    await someDays()
    const { ada } = team.current
    expect(said(lastMessage(await ada.command('/pin digest')))).not.toContain('Trending soon')
    await keep(['kitchen ideas', 'ideas for a kitchen', 'kitchen idea', 'garden', 'christmas nails'])
    const message = lastMessage(await ada.command('/pin digest'))
    expect(checkLimits(message, 'message')).toEqual([])
    const words = said(message)
    expect(words).toContain('*Trending soon*')
    expect(words).toContain('*kitchen ideas*\\nStart by Mar 5: most people search for it around Apr 19. Fits “Kitchen ideas”.')
    expect(words.match(/"Draft a pin"/g)).toHaveLength(3)
    expect(words).not.toContain('christmas nails')
    const form = await ada.click('Draft a pin: kitchen ideas')
    expect(valuesOf(form)).toMatchObject({ Description: 'Kitchen ideas', Board: 'Kitchen ideas' })
  })
})
