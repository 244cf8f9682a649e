/** `/pin ideas trends`: what people search for, with its picture, and a pin about it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { changeAccount } from '../../../src/core/accounts/settings.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { answersOn, aRelevanceTeam } from '../support/relevance-team.js'
import { asViewer } from '../support/slots-week.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const { team, simulator } = await aRelevanceTeam(db, { at: new Date('2026-11-23T15:00:00Z'), parts: { charts } })
beforeEach(async () => {
  await db.sql`delete from trend_answers`
  await db.sql`delete from trend_refusals`
})

/** Without what is shown while a busy machine takes long. */
const answered = (screen: Screen) => lastMessage({ ...screen, messages: answersOn(screen) })
const keywordsOn = (screen: Screen) =>
  [...markupOf(answered(screen).blocks).matchAll(/^\*(\d+)\. (.+)\*$/gm)].map((match) => match[2])
const markup = (screen: Screen) => markupOf(answered(screen).blocks)

describe('the answer', () => {
  test('is a page of keywords, with growth, when to start and one picture, for the asker alone', async () => {
    const { milo } = team.current
    const screen = await milo.command('/pin trends seasonal')
    const message = answered(screen)
    expect(message.ephemeral).toBe(true)
    expect(keywordsOn(screen)).toHaveLength(5)
    expect(textOn(message.blocks[0])).toContain('Searches in season')
    expect(markup(screen)).toContain('What people search for on Pinterest in the United States.')
    expect(markup(screen)).toMatch(
      /\*1\. raised garden beds\*\nFits “Garden”\n\+\d+% in a week · \+\d+% in a month · \+\d+% in a year\nStart by Feb \d+, 2027: most people search for it around Apr \d+, 2027\./,
    )
    expect(markup(screen)).toMatch(/1 to 5 of \d+\. Free\./)
    const image = (message.blocks as { type: string; slack_file?: { id: string }; alt_text?: string }[]).find(
      ({ type }) => type === 'image',
    )
    expect(image?.alt_text).toContain('raised garden beds')
    const file = await fetch(`${team.current.baseUrl}/sandbox/slack/files/${image?.slack_file?.id}`)
    expect(file.headers.get('content-type')).toBe('image/png')
  })

  test('goes on below, each keyword once, to the end', async () => {
    const { milo } = team.current
    let screen = await milo.command('/pin trends yearly')
    const all = keywordsOn(screen)
    const count = Number(/1 to 5 of (\d+)\./.exec(markup(screen))?.[1])
    while (textOn(answered(screen)).includes('Show more')) {
      screen = await milo.click('Show more')
      all.push(...keywordsOn(screen))
    }
    expect(all).toHaveLength(count)
    expect(new Set(all).size).toBe(count)
  })

  test('changes its list in its place', async () => {
    const { milo } = team.current
    const before = await milo.command('/pin trends')
    expect(textOn(answered(before).blocks[0])).toContain('Growing searches')
    const after = await milo.click('This year')
    expect(after.messages).toHaveLength(before.messages.length)
    expect(textOn(answered(after).blocks[0])).toContain('Top searches this year')
  })

  test('with a board says how well each fits it, the best first', async () => {
    const { milo } = team.current
    const screen = await milo.command('/pin trends yearly kitchen ideas')
    expect(textOn(answered(screen).blocks[0])).toContain('for “Kitchen ideas”')
    expect(keywordsOn(screen)[0]).toBe('kitchen shelf ideas')
    expect(markup(screen)).toMatch(/\*1\. kitchen shelf ideas\*\nA (?:very )?good match/)
    expect(markup(screen)).not.toContain('A poor match')
    const all = await milo.click('All searches')
    expect(markup(all)).not.toContain('match')
  })

  test('with words has those alone; without any it says what to do', async () => {
    const { milo } = team.current
    expect(keywordsOn(await milo.command('/pin trends yearly "christmas"'))).toEqual(
      expect.arrayContaining(['christmas cookies']),
    )
    expect(markup(await milo.command('/pin trends yearly "christmas cookies"'))).toContain('One search. Free.')
    const none = await milo.command('/pin trends yearly xylophones')
    expect(answered(none).text).toBe(
      'Top searches this year in the United States: none with “xylophones”. Try fewer words, or another list.',
    )
    expect(keywordsOn(await milo.click('All searches'))).toHaveLength(5)
  })

  test('is of the account’s region and interests', async () => {
    const { milo, deps, actor, accountId } = team.current
    await changeAccount(deps, actor, { accountId, trendRegion: 'FR', trendInterests: ['food_and_drinks'] })
    const screen = await milo.command('/pin trends yearly')
    expect(markup(screen)).toContain('in France about Food and drinks.')
    expect(keywordsOn(screen)).not.toContain('short haircuts')
  })
})

describe('where Pinterest gives no answer', () => {
  const refuse = (times = 1) => simulator.fault({ operation: 'trending_keywords', fault: 'forbidden', times })

  test('the last one is shown with its day, and a refusal is said once', async () => {
    const { milo, clock } = team.current
    await milo.command('/pin trends')
    clock.advance(DAY_MS)
    await refuse()
    const first = await milo.command('/pin trends')
    expect(markup(first)).toContain(':warning: Pinterest does not show this account what people search for.')
    expect(markup(first)).toContain('As of Nov 23: Pinterest has no newer data.')
    expect(keywordsOn(first)).toHaveLength(5)
    const second = await milo.command('/pin trends')
    expect(markup(second)).not.toContain(':warning:')
    expect(markup(second)).toContain('As of Nov 23')
  })

  test('for want of a permission, nobody reads that the account is disconnected, and how to allow it', async () => {
    const { ada } = team.current
    await simulator.fault({ operation: 'trending_keywords', fault: 'scope_missing', times: 1 })
    for (const list of ['monthly', 'yearly']) {
      const refused = await ada.command(`/pin trends ${list}`)
      expect(textOn(answered(refused))).toContain(
        'Pinslot isn’t allowed to see searches with this account. Admins can allow it with /pin connect. Pins still go out.',
      )
      expect(textOn(answered(refused))).toContain('Reconnect')
    }
  })

  test('and there is no earlier one, a sentence says why, with “Try again” only where that may help', async () => {
    const { milo } = team.current
    await refuse()
    const refused = await milo.command('/pin trends')
    expect(answered(refused).text).toContain('Pinterest does not show this account what people search for.')
    expect(textOn(answered(refused))).not.toContain('Try again"')
    await db.sql`delete from trend_refusals`
    await simulator.fault({ operation: 'trending_keywords', fault: 'fail_500', times: 9 })
    const failed = await milo.command('/pin trends')
    expect(answered(failed).text).toContain('Pinterest did not answer in time.')
    expect(textOn(answered(failed))).toContain('Try again')
  })
})

describe('“Draft a pin”', () => {
  test('opens the composer with the words, and with the board they were compared with', async () => {
    const { milo } = team.current
    await milo.command('/pin trends yearly kitchen ideas')
    const form = await milo.click('Draft a pin: kitchen shelf ideas')
    expect(form.modal?.title).toBe('New pin')
    expect(valuesOf(form)).toMatchObject({ Description: 'Kitchen shelf ideas', Board: 'Kitchen ideas', Title: null })
  })

  test('is not there for who makes no pins', async () => {
    const { milo } = team.current
    await milo.command('/pin help')
    await asViewer(team.current)
    expect(textOn(answered(await milo.command('/pin trends')))).not.toContain('Draft a pin')
  })
})
