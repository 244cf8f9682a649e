/** `/pin ideas`: public pins of others for a keyword, and the composer with what may be taken from one. */
import { describe, expect, test } from 'vitest'
import { inline } from '../../../blocks/kit/kit.js'
import { MOST_BOARD_PINS } from '../../../src/core/insight/relevance/recommended/search-refusals.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'
import { answersOn, aRelevanceTeam, booksOf, recordSent } from '../support/relevance-team.js'
import { sendInteraction } from '../support/signed.js'
import { asViewer } from '../support/slots-week.js'
import { lastText, untilShown } from '../support/messages.js'

const { db } = await aDatabase()
const relevanceTeam = await aRelevanceTeam(db)
const { team, simulator, pinned, published } = relevanceTeam
const ASK = '/pin ideas kitchen ideas small shelves'
const SHELF = { title: 'Small shelves of oak', link: 'https://shop.test/shelves', description: 'Words of a stranger' }

/** The headings, in the order shown. */
const ideasOn = ({ messages }: Screen) =>
  messages.map(({ blocks }) =>
    [...markupOf(blocks).matchAll(/^\*(.+)\*\n\*(?:Excellent|Very good|Good|Fair)\*: /gm)].map((match) => match[1]),
  )

describe('the answer', () => {
  test('has each pin with its picture, its words, where it leads, its tier and why, for the asker alone; it is free and says so', async () => {
    const { milo } = team.current
    const [id] = await published([
      SHELF,
      { title: null, description: 'Small shelves above a sink' },
      { title: 'Velvet sofa, small' },
    ])
    const message = lastMessage(await milo.command(ASK))
    expect(message.ephemeral).toBe(true)
    const markup = markupOf(message.blocks)
    expect(markup).toContain('*Small shelves of oak*\n*Excellent*: “small” and “shelves” side by side at the start of the title')
    expect(markup).toContain(`leads to shop.test  ·  <https://www.pinterest.com/pin/${id}/|View on Pinterest>`)
    expect(markup).toContain('*Small shelves above a sink*')
    expect(markup).not.toContain('Velvet sofa')
    expect(markup).toContain('Free. Public pins for inspiration')
    expect(await booksOf(team.current)).toEqual({ credits: 1000, charged: [] })
    const shown = (message.blocks as { accessory?: { slack_file?: { id: string } } }[]).find(
      ({ accessory }) => accessory?.slack_file,
    )
    const file = await fetch(`${team.current.baseUrl}/sandbox/slack/files/${shown?.accessory?.slack_file?.id}`)
    expect(file.headers.get('content-type')).toBe('image/jpeg')
  })

  test('leaves out what the board holds', async () => {
    const { milo } = team.current
    await published([SHELF])
    await pinned([SHELF])
    expect(lastMessage(await milo.command(ASK)).text).toContain('No public pins about “small shelves” fit')
  })

  test('without any idea it says so, and what to try', async () => {
    const { milo } = team.current
    const message = lastMessage(await milo.command(ASK))
    expect(message.text).toBe('No public pins about “small shelves” fit “Kitchen ideas”.')
    expect(markupOf(message.blocks)).toContain('Try fewer or more common words')
    const form = await milo.click('Another keyword')
    expect([form.modal?.title, valuesOf(form)]).toEqual(['Find ideas', { Board: 'Kitchen ideas', Keyword: null }])
  })

  test('shows ten at a time, up to 25, each once', async () => {
    const { milo } = team.current
    await published(
      Array.from({ length: 30 }, (_, index) => ({ title: `Small shelves ${index}`, link: `https://a.test/${index}` })),
    )
    await milo.command(ASK)
    await milo.click('Show more')
    const pages = ideasOn(await milo.click('Show more')).filter((page) => page.length > 0)
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5])
    expect(new Set(pages.flat()).size).toBe(25)
    expect(textOn(lastMessage(await milo.screen()))).not.toContain('Show more')
  })

  test('a keyword comes out as it was typed', async () => {
    const { milo } = team.current
    await published([{ title: 'U1 small shelves oak <!channel>' }])
    const keyword = '<@U1> *small* ~shelves~ oak'
    const found = lastMessage(await milo.command(`/pin ideas "kitchen ideas" ${keyword}`))
    expect(textOn(found.blocks[0])).toContain(keyword)
    expect(`${found.text} ${markupOf(found.blocks)}`).not.toMatch(/<[@!](?!date)/)
    expect(markupOf(found.blocks)).toContain(inline('U1 small shelves oak <!channel>'))
    const none = lastMessage(await milo.command(`/pin ideas "kitchen ideas" <@U1> *unheard*`))
    expect(`${none.text} ${markupOf(none.blocks)}`).not.toMatch(/<[@!](?!date)/)
    expect(none.text).toContain('&lt;@U1&gt;')
  })
})

describe('“Use as inspiration”', () => {
  /** @returns the click as it was sent */
  async function usedAndClosed(): Promise<object[]> {
    const { milo } = team.current
    await published([SHELF])
    await milo.command(ASK)
    const { interactions } = recordSent(team.current)
    await milo.click('Use as inspiration')
    await milo.close()
    return interactions
  }

  test('opens the composer with the board, and shows the idea: its link, picture and words stay out of the pin', async () => {
    const { milo } = team.current
    await published([{ ...SHELF, altText: 'Oak', link: 'https://shop.test/shelves.jpg' }])
    await milo.command(ASK)
    const form = await milo.click('Use as inspiration')
    expect(form.modal?.title).toBe('New pin')
    expect(valuesOf(form)).toMatchObject({
      'Destination link': null,
      Board: 'Kitchen ideas',
      Title: null,
      Description: null,
    })
    expect(markupOf(form.modal?.blocks ?? [])).toMatch(/\*Inspiration\*\nSmall shelves of oak\n<https?:[^|]+\|View on Pinterest>/)
    expect(textOn(form.modal)).not.toContain('stranger')
    expect(markupOf((await milo.fill({ Board: 'Kitchen ideas' })).modal?.blocks ?? [])).toContain('*Inspiration*')
    await milo.fill({ Section: 'Lamps' })
    await milo.upload('Image or video', await aPicture('own.jpg'))
    const saved = await milo.submit()
    expect([saved.modal, markupOf(lastMessage(saved).blocks)]).toEqual([null, expect.stringContaining('Kitchen ideas')])
  })

  test('of a pin that leads nowhere opens it with the board alone', async () => {
    const { milo } = team.current
    await published([{ title: 'Small shelves' }])
    await milo.command(ASK)
    expect(valuesOf(await milo.click('Use as inspiration'))).toMatchObject({ 'Destination link': null, Board: 'Kitchen ideas' })
  })

  test('opens it for the account that was searched for, whichever is worked with now', async () => {
    const { milo, organizationId, accountId } = team.current
    await published([SHELF])
    await milo.command(ASK)
    const [other] = await db.sql<{ id: string }[]>`
      insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
      values (${organizationId}, '77', 'other', 'Other', ${team.current.clock.now}, ${team.current.clock.now}) returning id`
    await db.sql`update members set current_account_id = ${other!.id} where organization_id = ${organizationId}`
    const form = await milo.click('Use as inspiration')
    expect(valuesOf(form)).toMatchObject({ Account: 'maker', Board: 'Kitchen ideas' })
    await db.sql`update members set current_account_id = ${accountId} where organization_id = ${organizationId}`
  })

  test('of an account that is gone meanwhile says so, and opens it for no other', async () => {
    const { milo } = team.current
    const [clicked] = (await usedAndClosed()) as { actions: object[] }[]
    const value = JSON.stringify({ accountId: '999999', boardId: '101' })
    await sendInteraction(team.current, { ...clicked, actions: [{ ...clicked!.actions[0], value }] })
    await team.current.slack.idle()
    expect(textOn((await milo.screen()).messages)).toContain('Account not found.')
  })

  test('of several accounts names its own', async () => {
    const { milo, organizationId, clock } = team.current
    await published([SHELF])
    await db.sql`
      insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
      values (${organizationId}, '78', 'second', 'Second', ${clock.now}, ${clock.now})`
    expect(markupOf(lastMessage(await milo.command(ASK)).blocks)).toContain('For *maker*')
    expect(markupOf(lastMessage(await milo.command('/pin ideas "kitchen ideas" unheard')).blocks)).toContain('For *maker*')
  })

  test('a board that is gone meanwhile is left out', async () => {
    const { milo, organizationId } = team.current
    await published([SHELF])
    await milo.command(ASK)
    await db.sql`delete from boards where organization_id = ${organizationId} and id = '101'`
    expect(valuesOf(await milo.click('Use as inspiration'))).toMatchObject({ Board: null, 'Destination link': null })
  })

  test('is not shown to who may only look, and refused all the same', async () => {
    const { milo } = team.current
    const interactions = await usedAndClosed()
    await asViewer(team.current)
    const seen = await milo.command(ASK)
    expect(markupOf(lastMessage(seen).blocks)).toContain('*Small shelves of oak*')
    expect(textOn(lastMessage(seen))).not.toContain('Use as inspiration')
    await sendInteraction(team.current, { ...interactions[0], trigger_id: 'none' })
    await team.current.slack.idle()
    expect(lastMessage(await milo.screen()).text).toContain('Viewers cannot change pins.')
  })
})

describe('what goes wrong has its own words, and a way to try again', () => {
  test.each([
    ['search_partner_pins', 'fail_500', 'The public pin search could not be reached.'],
    ['search_partner_pins', 'rate_limited', 'is limiting this account'],
    ['list_board_pins', 'fail_500', 'did not answer in time'],
    ['search_partner_pins', 'unauthorized', 'Pinterest refused this search'],
    ['list_board_pins', 'unauthorized', 'account is disconnected'],
  ] as const)(
    '%s: %s',
    async (operation, fault, sentence) => {
      const { milo } = team.current
      await published([SHELF])
      await simulator.fault({ operation, fault, times: 20 })
      const failed = await milo.command(ASK)
      expect(lastText(failed)).toContain(sentence)
      await db.sql`delete from sim_faults`
      await db.sql`update accounts set token_status = 'authorized'`
      await db.sql`update sim_tokens set revoked_at = null`
      const found = await milo.click('Try again')
      expect(answersOn(found)).toHaveLength(answersOn(failed).length)
      expect(lastText(found)).toContain('*Small shelves of oak*')
    },
    20_000,
  )

  test.each([
    ['search_partner_pins', 'restricted_feature', 'does not let Pinslot search public pins'],
    ['list_board_pins', 'forbidden', 'Pinterest no longer shows this board to the account. Ask its owner to share it again.'],
  ] as const)(
    '%s: %s names board and keyword, and does not offer to try again what would be refused again',
    async (operation, fault, sentence) => {
      const { milo } = team.current
      await published([SHELF])
      await simulator.fault({ operation, fault, times: 20 })
      const failed = lastMessage(await milo.command(ASK))
      expect(failed.text).toMatch(/^Ideas for “Kitchen ideas”: “small shelves”\. /)
      expect(lastText(await milo.screen())).toContain(sentence)
      expect(textOn(failed)).not.toContain('Try again')
      expect(textOn(failed)).toContain('Another keyword')
    },
  )

  test('a board that is too large to be read says so, and does not offer to try it again', async () => {
    const { milo } = team.current
    await published([SHELF])
    await pinned(Array.from({ length: MOST_BOARD_PINS + 1 }, () => ({ title: 'Soup' })))
    const failed = lastMessage(await milo.command(ASK))
    expect(lastText(await milo.screen())).toContain('The board has more than 5000 pins, too many for one request.')
    expect(textOn(failed)).not.toContain('Try again')
    expect(textOn(failed)).toContain('Another keyword')
  })

  test('a board that is gone', async () => {
    const { milo, organizationId } = team.current
    const { interactions } = recordSent(team.current)
    await milo.command(ASK)
    await milo.click('Another keyword')
    await milo.fill({ Keyword: 'oak shelves' })
    await milo.submit()
    await milo.close().catch(() => undefined)
    await db.sql`delete from boards where organization_id = ${organizationId} and id = '101'`
    await simulator.fault({ operation: 'get_board', fault: 'board_gone', times: 5 })
    const { accountId } = team.current
    const [clicked] = interactions as { actions: object[] }[]
    const value = JSON.stringify({ accountId, boardId: '101', keyword: 'oak shelves', from: 0 })
    await sendInteraction(team.current, { ...clicked, actions: [{ ...clicked!.actions[0], action_id: 'ideas_again', value }] })
    await team.current.slack.idle()
    const said = (await milo.screen()).messages.map((message) => textOn(message)).find((words) => words.includes('not found'))
    expect(said).toContain('Ideas for this board')
    expect(said).not.toContain('Try again')
  })

  test('too many different keywords within an hour', async () => {
    const { milo, organizationId, clock } = team.current
    await published([SHELF])
    await db.sql`
      insert into keyword_searches (organization_id, keyword, searched_at, pins)
      select ${organizationId}, 'word ' || n, ${clock.now}, '[]'::jsonb from generate_series(1, 30) as n`
    const failed = await milo.command(ASK)
    expect(lastText(failed)).toContain('30 different keywords in the last hour')
    clock.advance(3_601_000)
    expect(lastText(await milo.click('Try again'))).toContain('*Small shelves of oak*')
  })

  test('who may connect the account again gets the button', async () => {
    const { ada, organizationId } = team.current
    await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
    expect(lastText(await ada.command(ASK))).toContain('Reconnect')
  })

  test('a slow platform is said to be asked, and the answer comes below', async () => {
    const { milo } = team.current
    await published([SHELF])
    const letThrough = relevanceTeam.shut()
    const asking = milo.command(ASK)
    await untilShown(milo, 'Searching public pins…')
    letThrough()
    expect(lastText(await asking)).toContain('*Small shelves of oak*')
  })
})

describe('the form', () => {
  test('asks for board and keyword, says that it is free, and its answer comes where the command was typed', async () => {
    const { milo } = team.current
    await published([SHELF])
    const { modal } = await milo.command('/pin inspiration')
    expect(modal?.title).toBe('Find ideas')
    expect(markupOf(modal?.blocks)).toContain('on the board yet. Free.')
    await milo.fill({ Board: 'Kitchen ideas', Keyword: 'small shelves' })
    const found = await milo.submit()
    expect(found.modal).toBeNull()
    expect(lastText(found)).toContain('*Small shelves of oak*')
  })

  test.each([
    ['/pin ideas garden', { Board: 'Garden', Keyword: null }],
    ['/pin ideas bathroom white tiles', { Board: null, Keyword: 'bathroom white tiles' }],
  ])('%s keeps what was typed', async (typed, values) => {
    expect(valuesOf(await team.current.milo.command(typed))).toEqual(values)
  })

  test('who may only look may look for ideas', async () => {
    const { milo } = team.current
    await milo.command('/pin help')
    await asViewer(team.current)
    await milo.command('/pin inspiration')
    await milo.fill({ Board: 'Garden', Keyword: 'x'.repeat(256) })
    expect(errorsOf(await milo.submit())).toEqual({ Keyword: 'Keyword is 1 character too long: at most 255.' })
    await milo.fill({ Keyword: 'roses' })
    expect(lastMessage(await milo.submit()).text).toContain('No public pins about “roses”')
  })

  test('opened from the menu of a board it has that board', async () => {
    const { milo } = team.current
    await published([SHELF])
    await milo.command('/pin boards kitchen')
    const form = await milo.choose('…', 'Find ideas…', { within: 'Kitchen ideas' })
    expect([form.modal?.title, form.modal?.depth, valuesOf(form)['Board']]).toEqual(['Find ideas', 2, 'Kitchen ideas'])
    await milo.fill({ Keyword: 'small shelves' })
    const found = await milo.submit()
    expect([found.modal, lastText(found).includes('*Small shelves of oak*')]).toEqual([null, true])
  })
})
