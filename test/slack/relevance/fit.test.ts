/** `/pin fit`: the price first, then the score, paid once. */
import { afterEach, describe, expect, test } from 'vitest'
import { inline } from '../../../blocks/kit/kit.js'
import { setPlan } from '../../../src/core/billing/plan.js'
import { beginHome, endHome } from '../../../src/core/notices/homes.js'
import type { Db } from '../../../src/core/ports/deps.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'
import { answersOn, aRelevanceTeam, booksOf, recordSent, setCredits } from '../support/relevance-team.js'
import { sendCommand, sendInteraction } from '../support/signed.js'
import { asViewer, FORBIDDEN } from '../support/slots-week.js'
import { lastText, untilShown } from '../support/messages.js'

const { db } = await aDatabase()
/** What Slack does not take of what is sent to it. */
let isRefused: (body: string) => boolean = () => false
const relevanceTeam = await aRelevanceTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const request = new Request(input, init)
    const isAnswer = !request.url.includes('/api/')
    return isAnswer && isRefused(await request.clone().text()) ? new Response('used_url', { status: 404 }) : real(input, init)
  },
})
afterEach(() => void (isRefused = () => false))
const { team, simulator, pinned } = relevanceTeam
const ASK = '/pin fit kitchen ideas small shelves'
const SCORE = 'Score it for 1 credit'
const QUESTION = 'Score “Kitchen ideas” for “small shelves”?'

const PINS = [
  { title: 'Small shelves for a kitchen', link: 'https://shop.test/shelves' },
  { title: 'Shelves of oak', description: 'For a small room' },
  { title: 'Velvet sofa' },
]

/** By the form and the question that it leads to. @returns the form as it was sent */
async function scoredByForm(): Promise<object> {
  const { milo } = team.current
  await pinned(PINS)
  await milo.command('/pin fit')
  await milo.fill({ Board: 'Kitchen ideas', Keyword: 'small shelves' })
  const { interactions } = recordSent(team.current)
  await milo.submit()
  await milo.click(SCORE)
  return interactions[0]!
}

describe('the question', () => {
  test('names board and keyword and the price before anything is read, for the asker alone', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const message = lastMessage(await milo.command(ASK))
    expect(message.ephemeral).toBe(true)
    expect(message.text).toBe(`${QUESTION} Costs 1 credit (1,000 left). A board with no pins to score is free.`)
    expect(relevanceTeam.asked()).toBe(0)
    expect((await booksOf(team.current)).charged).toEqual([])
  })

  test('of the free trial it is a pin of it', async () => {
    const { milo, accountId } = team.current
    await pinned(PINS)
    await db.sql`update entitlements set access = 'none', trial_offered = true, trial_left = 3 where account_id = ${accountId}`
    const message = lastMessage(await milo.command(ASK))
    expect(message.text).toContain('Costs 1 trial pin (3 left).')
    expect(lastText(await milo.click('Score it for 1 trial pin'))).toContain('1 trial pin used, 2 left.')
    expect((await booksOf(team.current)).charged).toMatchObject([{ unit: 'trial' }])
  })

  test('is not asked where scoring is free', async () => {
    const { milo, deps, actor, accountId } = team.current
    await pinned(PINS)
    await setPlan(deps, actor, { accountId, change: { billingSystem: 'legacy' } })
    const said = lastText(await milo.command(ASK))
    expect(said).toContain('2 of 3 pins match')
    expect(said).toContain('Scoring is free on this plan.')
  })

  test('“Not now” scores nothing, and says that nothing was charged', async () => {
    const { milo } = team.current
    const before = await milo.command(ASK)
    const after = await milo.click('Not now')
    expect(after.messages).toHaveLength(before.messages.length)
    expect(lastMessage(after).text).toBe('Canceled. Nothing was charged.')
    expect(relevanceTeam.asked()).toBe(0)
  })

  test.each([
    [
      'no credit is left',
      { credits_left: 0 },
      'this account has none left. Ask your Pinslot operator for more. How credits work:',
      'credits',
    ],
    [
      'the trial is used up',
      { access: 'none', trial_offered: true, trial_left: 0 },
      'and none are left. Ask your Pinslot operator for more. How plans work:',
      'plans',
    ],
    ['there is no plan', { access: 'none', trial_offered: false }, 'Scoring a board needs a plan.', 'plans'],
  ])('where %s it says so at once with its link, and nothing of drafts', async (_what, change, sentence, page) => {
    const { milo, accountId } = team.current
    await db.sql`update entitlements set ${db.sql(change as never)} where account_id = ${accountId}`
    for (const typed of [ASK, '/pin fit']) {
      const screen = await milo.command(typed)
      expect(screen.modal).toBeNull()
      expect(lastMessage(screen).text).toContain(sentence)
      expect(lastMessage(screen).text).toContain(`https://pinslot.test/billing/${page}`)
      expect(lastMessage(screen).text).not.toMatch(/draft/i)
    }
  })

  test('a keyword comes out as it was typed', async () => {
    const { milo } = team.current
    await pinned([{ title: 'Small shelves' }])
    const keyword = '<@U1> *small* ~shelves~ <!channel>'
    const asked = lastMessage(await milo.command(`/pin fit "kitchen ideas" ${keyword}`))
    expect(markupOf(asked.blocks)).toContain(inline(`“${keyword}”`))
    const scored = lastMessage(await milo.click(SCORE))
    for (const { text, blocks } of [asked, scored]) {
      expect(`${text} ${markupOf(blocks)}`).not.toMatch(/<[@!](?!date)/)
    }
    expect(textOn(scored.blocks[0])).toContain(keyword)
  })
})

describe('the score', () => {
  test('takes the place of the question: tier, share, what was spent and is left, and the strongest pins with their reasons', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const before = await milo.command(ASK)
    const after = await milo.click(SCORE)
    expect(answersOn(after)).toHaveLength(answersOn(before).length)
    const said = lastText(after)
    expect(said).toMatch(/\*A(n excellent| very good| good| fair) match\*\\n▰+▱+ {2}2 of 3 pins match \(67%\)\./)
    expect(said).toContain('1 credit used, 999 left.')
    const markup = markupOf(lastMessage(after).blocks)
    expect(markup).toMatch(
      /^\*1\.\* <https:\/\/www\.pinterest\.com\/pin\/\d+\/\|Small shelves for a kitchen> {2}· {2}\*Excellent\*$/m,
    )
    expect(markup).toMatch(/^“small” and “shelves” side by side at the start of the title$/m)
    expect(markup).toMatch(/^“shelves” at the start of the title; “small” in the description$/m)
    expect(await booksOf(team.current)).toEqual({
      credits: 999,
      charged: [expect.objectContaining({ amount: expect.anything() as number })],
    })
  })

  test('that was paid for is seen on the Homes of its account, which tell of its credits; an absent one is not', async () => {
    const { milo, organizationId, accountId } = team.current
    const key = { organizationId, teamId: 'T1', slackUserId: 'U_LOOKING' }
    const { number } = await beginHome(db.sql, key, { isSeen: true }, START)
    await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
    const isDirty = async () =>
      (
        await db.sql`select is_dirty as dirty from homes where slack_user_id = 'U_LOOKING' and organization_id = ${organizationId}`
      )[0]?.dirty as boolean
    await milo.command(ASK)
    await milo.click(SCORE)
    expect(await isDirty()).toBe(false)
    await pinned(PINS)
    await milo.command(ASK)
    await milo.click(SCORE)
    expect(await isDirty()).toBe(true)
  })

  test('of a board without a pin to judge says so, and costs nothing, however often it is asked', async () => {
    const { milo } = team.current
    await milo.command(ASK)
    expect(lastMessage(await milo.click(SCORE)).text).toBe('No pins on “Kitchen ideas” have words to score. Nothing was charged.')
    expect(await booksOf(team.current)).toEqual({ credits: 1000, charged: [] })
  })

  test('of a board with more pins than are read is called a sample', async () => {
    const { milo } = team.current
    await pinned(Array.from({ length: 501 }, (_, index) => ({ title: `Small shelves ${index}` })))
    await milo.command(ASK)
    const said = lastText(await milo.click(SCORE))
    expect(said).toContain('We scored a sample of 500 pins: the board has more.')
    expect(said).toContain('500 of 500 pins match')
    expect(said).toContain('Top 10 matches')
  })

  test('leads to ideas for the same keyword, and to another keyword for the same board', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await relevanceTeam.published([{ title: 'Small shelves of a stranger' }])
    await milo.command(ASK)
    await milo.click(SCORE)
    const form = await milo.click('Another keyword')
    expect([form.modal?.title, valuesOf(form)]).toEqual(['Score a board', { Board: 'Kitchen ideas', Keyword: null }])
    await milo.close()
    expect(lastText(await milo.click('Find ideas'))).toContain('*Small shelves of a stranger*')
  })
})

describe('it is paid once', () => {
  test('when the button is clicked again after its answer did not arrive, the kept answer is shown', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const { interactions } = recordSent(team.current)
    await milo.command(ASK)
    const first = lastMessage(await milo.click(SCORE))
    await db.sql`delete from sim_pins`
    await setCredits(team.current, 0)
    const { status } = await sendInteraction(team.current, interactions[0]!)
    expect(status).toBe(200)
    await team.current.slack.idle()
    const again = lastMessage(await milo.screen())
    expect(again.text).toBe(first.text)
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('when it is clicked twice at the same time', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    const { sender } = team.current.slack.workspace
    const real = { ...sender }
    const thrice = async (payload: object) => (await Promise.all([1, 2, 3].map(() => real.sendInteraction(payload))))[0]
    Object.assign(sender, { sendInteraction: thrice })
    const { messages } = await milo.click(SCORE)
    const { credits, charged } = await booksOf(team.current)
    expect([credits, charged.length]).toEqual([999, 1])
    expect(messages.some(({ text }) => text.includes('2 of 3 pins match'))).toBe(true)
  })

  test('when the command was delivered twice: both questions are one', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const sent = recordSent(team.current)
    await milo.command(ASK)
    await milo.click(SCORE)
    expect((await sendCommand(team.current, sent.commands[0]!)).status).toBe(200)
    await team.current.slack.idle()
    expect(lastMessage(await milo.screen()).text).toContain(QUESTION)
    await milo.click(SCORE)
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('where it is free a command that is delivered twice leaves one row', async () => {
    const { milo, deps, actor, accountId } = team.current
    await pinned(PINS)
    await setPlan(deps, actor, { accountId, change: { billingSystem: 'legacy' } })
    const { commands } = recordSent(team.current)
    await milo.command(ASK)
    await sendCommand(team.current, commands[0]!)
    await team.current.slack.idle()
    expect((await booksOf(team.current)).charged).toMatchObject([{ unit: 'free' }])
  })

  test('“Not now” of a question that was answered meanwhile shows what was paid for, and does not say that nothing was', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const { interactions } = recordSent(team.current)
    await milo.command(ASK)
    const asked = lastMessage(await milo.screen())
    const scored = lastMessage(await milo.click(SCORE))
    const [clicked] = interactions as { actions: object[] }[]
    const buttons = (asked.blocks as { elements?: { action_id?: string; value?: string }[] }[]).flatMap(
      ({ elements = [] }) => elements,
    )
    const value = buttons.find(({ action_id: id }) => id === 'score_board_not_now')?.value
    await sendInteraction(team.current, {
      ...clicked,
      actions: [{ ...clicked!.actions[0], action_id: 'score_board_not_now', value }],
    })
    await team.current.slack.idle()
    expect(lastMessage(await milo.screen()).text).toBe(scored.text)
    expect(JSON.stringify((await milo.screen()).messages)).not.toContain('Nothing was charged.')
  })

  test('when the form was delivered twice: both questions are one', async () => {
    const { milo } = team.current
    const form = await scoredByForm()
    expect((await sendInteraction(team.current, form)).status).toBe(200)
    await team.current.slack.idle()
    await milo.click(SCORE)
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('of a form that was delivered twice with other words, each question has its own answer', async () => {
    const { milo } = team.current
    const other = JSON.parse(JSON.stringify(await scoredByForm()).replaceAll('small shelves', 'velvet sofa')) as object
    await sendInteraction(team.current, other)
    await team.current.slack.idle()
    expect(lastText(await milo.click(SCORE))).toContain('1 of 3 pins matches')
    expect((await booksOf(team.current)).charged).toHaveLength(2)
  })

  test('and never by somebody who was not asked', async () => {
    const { milo, ada } = team.current
    await pinned(PINS)
    await ada.command('/pin help')
    const { interactions } = recordSent(team.current)
    await milo.command(ASK)
    await milo.click('Not now')
    const [clicked] = interactions as { actions: object[]; user: object }[]
    const value = JSON.stringify({
      accountId: team.current.accountId,
      boardId: '101',
      keyword: 'x',
      nonce: 'n',
      by: `T1:${users.member}`,
    })
    const payload = {
      ...clicked,
      user: { ...clicked!.user, id: users.admin },
      actions: [{ ...clicked!.actions[0], action_id: 'score_board_now', value }],
    }
    await sendInteraction(team.current, payload)
    await team.current.slack.idle()
    const { messages } = await ada.screen()
    expect(JSON.stringify([messages, (await milo.screen()).messages])).toContain('This question was for someone else')
    expect((await booksOf(team.current)).charged).toEqual([])
  })
})

describe('the price that was said', () => {
  const AGAIN = 'Nothing was charged yet.'

  test('was a pin of the trial, and is a credit now: nothing is charged, and it is asked again in place', async () => {
    const { milo, accountId } = team.current
    await pinned(PINS)
    await db.sql`update entitlements set access = 'none', trial_offered = true, trial_left = 3 where account_id = ${accountId}`
    const first = await milo.command(ASK)
    await db.sql`update entitlements set access = 'granted' where account_id = ${accountId}`
    const asked = await milo.click('Score it for 1 trial pin')
    expect(answersOn(asked)).toHaveLength(answersOn(first).length)
    expect(lastText(asked)).toContain(QUESTION)
    expect(lastText(asked)).toContain('Costs 1 credit (1,000 left).')
    expect(lastText(asked)).toContain(AGAIN)
    expect((await booksOf(team.current)).charged).toEqual([])
    expect(lastText(await milo.click(SCORE))).toContain('1 credit used')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('was nothing, and is a credit at “Try again”, or by the time of the charge: nothing is charged, and it is asked again', async () => {
    const { milo, deps, actor, accountId } = team.current
    await pinned(PINS)
    const plan = (billingSystem: 'legacy' | 'modular') => setPlan(deps, actor, { accountId, change: { billingSystem } })
    await plan('legacy')
    await simulator.fault({ operation: 'list_board_pins', fault: 'rate_limited', times: 20 })
    await milo.command(ASK)
    await db.sql`delete from sim_faults`
    await plan('modular')
    expect(lastText(await milo.click('Try again'))).toContain(AGAIN)
    await plan('legacy')
    const letThrough = relevanceTeam.shut()
    const asking = milo.command(ASK)
    await untilShown(milo, 'Loading')
    await plan('modular')
    letThrough()
    expect(lastText(await asking)).toContain(AGAIN)
    expect((await booksOf(team.current)).charged).toEqual([])
    expect(lastText(await milo.click(SCORE))).toContain('1 credit used')
  })

  test('more than 23 hours ago is said again, since what was paid would be forgotten after 24', async () => {
    const { milo, clock } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    clock.advance(23 * 3_600_000 + 1)
    const asked = await milo.click(SCORE)
    expect(lastText(asked)).toContain(AGAIN)
    expect((await booksOf(team.current)).charged).toEqual([])
    expect(lastText(await milo.click(SCORE))).toContain('1 credit used')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })
})

describe('what was paid for and could not be shown', () => {
  test('comes as a direct message where Slack does not take it in place of the question', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    isRefused = (body) => /pins? match/.test(body)
    await milo.click(SCORE)
    expect(lastText(await milo.open('Pinslot'))).toContain('1 credit used, 999 left.')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('after “Loading…” too, which has the way to the answer', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    const letThrough = relevanceTeam.shut()
    const asking = milo.click(SCORE)
    await untilShown(milo, 'Loading the pins of “Kitchen ideas”…')
    isRefused = (body) => /pins? match/.test(body)
    letThrough()
    await asking
    isRefused = () => false
    expect(lastText(await milo.click('Show result'))).toContain('2 of 3 pins match')
    expect(lastText(await milo.open('Pinslot'))).toContain('1 credit used, 999 left.')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })
})

const another = async () => {
  const { organizationId, clock } = team.current
  const [other] = await db.sql<{ id: string }[]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
    values (${organizationId}, '77', 'other', 'Other', ${clock.now}, ${clock.now}) returning id`
  return other!.id
}

test('of several accounts the question and the score name theirs', async () => {
  const { milo } = team.current
  await pinned(PINS)
  expect(lastText(await milo.command(ASK))).not.toContain('For *maker*')
  await another()
  expect(lastText(await milo.command(ASK))).toContain('For *maker*')
  expect(lastText(await milo.click(SCORE))).toContain('For *maker*')
})

test('“Another keyword” for an account that is not there any more says so, and asks about no other', async () => {
  const { milo } = team.current
  await pinned(PINS)
  await another()
  await milo.command(ASK)
  const { interactions } = recordSent(team.current)
  await milo.click(SCORE)
  await milo.click('Another keyword')
  await milo.close()
  const gone = JSON.parse(
    JSON.stringify(interactions[1]).replace(`\\"accountId\\":\\"${team.current.accountId}\\"`, '\\"accountId\\":\\"999999\\"'),
  ) as { trigger_id: string }
  await db.sql`update slk_triggers set used_at = null`.catch(() => undefined)
  await sendInteraction(team.current, gone)
  await team.current.slack.idle()
  const screen = await milo.screen()
  expect(screen.modal?.title).not.toBe('Score a board')
  expect(JSON.stringify(screen)).toContain('Account not found.')
})

test('a keyword without a word is not asked about, and costs nothing', async () => {
  const { milo } = team.current
  await pinned(PINS)
  const message = lastMessage(await milo.command('/pin fit kitchen ideas 🪑✨'))
  expect(message.text).toBe('“🪑✨” has no words to score. Nothing was charged.')
  expect(JSON.stringify(message)).not.toContain(SCORE)
  expect(relevanceTeam.asked()).toBe(0)
})

test('a connection that is known to be dead is told before the price, with nothing of drafts', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
  for (const typed of [ASK, '/pin fit']) {
    const screen = await milo.command(typed)
    expect(screen.modal).toBeNull()
    expect(lastMessage(screen).text).toContain('account is disconnected')
    expect(lastMessage(screen).text).not.toMatch(/draft|Costs/)
  }
})

test('words that Slack has escaped are read as they were typed', async () => {
  const { milo, organizationId } = team.current
  await pinned(PINS)
  await db.sql`update boards set name = 'Küche & Bad' where organization_id = ${organizationId} and id = '101'`
  const sent = recordSent(team.current)
  await milo.command('/pin fit küche & bad <small> shelves')
  await sendCommand(team.current, { ...sent.commands[0]!, text: 'fit küche &amp; bad &lt;small&gt; &amp;lt; shelves' })
  await team.current.slack.idle()
  expect(lastText(await milo.screen())).toContain('Score “Küche &amp; Bad” for “&lt;small&gt; &amp;lt; shelves”?')
})

describe('what goes wrong', () => {
  test.each([
    ['rate_limited', 'is limiting this account'],
    ['fail_500', 'did not answer in time'],
    ['unauthorized', 'account is disconnected'],
  ] as const)('%s at the platform charges nothing and keeps the question; “Try again” scores it', async (fault, sentence) => {
    const { milo } = team.current
    await pinned(PINS)
    await simulator.fault({ operation: 'list_board_pins', fault, times: 20 })
    await milo.command(ASK)
    const said = lastText(await milo.click(SCORE))
    expect(said).toContain(QUESTION)
    expect(said).toContain(sentence)
    expect(said).toContain('Nothing was charged.')
    await db.sql`delete from sim_faults`
    await db.sql`update accounts set token_status = 'authorized'`
    await db.sql`update sim_tokens set revoked_at = null`
    expect(lastText(await milo.click('Try again'))).toContain('1 credit used, 999 left.')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('of what nobody foresaw it does not say that nothing was charged, and “Try again” charges nothing twice', async () => {
    const { milo, deps } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    const real = { ...deps.db }
    const lost: Db['tx'] = async (work, options) => {
      const result = await real.tx(work, options)
      if ((await booksOf(team.current)).charged.length === 0) return result
      Object.assign(deps.db, real)
      throw new Error('the connection ended before the commit was confirmed')
    }
    Object.assign(deps.db, { tx: lost })
    const failed = await milo.click(SCORE)
    expect(lastText(failed)).toContain('Sorry, something went wrong on our side.')
    expect(lastText(failed)).not.toContain('Nothing was charged.')
    expect(lastText(failed)).not.toContain('Not now')
    expect(lastText(await milo.click('Try again'))).toContain('2 of 3 pins match')
    expect((await booksOf(team.current)).charged).toHaveLength(1)
  })

  test('who may connect the account again gets the button', async () => {
    const { ada } = team.current
    await pinned(PINS)
    await simulator.fault({ operation: 'list_board_pins', fault: 'unauthorized', times: 20 })
    await ada.command(ASK)
    expect(lastText(await ada.click(SCORE))).toContain('Reconnect')
  })

  test('credits that are gone meanwhile are said in the question’s place, with the link', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    await setCredits(team.current, 0)
    const said = lastText(await milo.click(SCORE))
    expect(said).toContain(QUESTION)
    expect(said).toContain('https://pinslot.test/billing/credits')
    expect(said).not.toMatch(/draft/i)
  })

  test('the last credit is spent once by two people, and the other is told', async () => {
    const { milo, ada } = team.current
    await pinned(PINS)
    await setCredits(team.current, 1)
    await milo.command(ASK)
    await ada.command(ASK)
    const said = (await Promise.all([milo.click(SCORE), ada.click(SCORE)])).map(lastText)
    expect(said.filter((each) => each.includes('1 credit used, none left.'))).toHaveLength(1)
    expect(said.filter((each) => each.includes('/billing/credits'))).toHaveLength(1)
    expect(await booksOf(team.current)).toMatchObject({ credits: 0, charged: [{}] })
  })

  test('a board that is gone says so', async () => {
    const { milo, organizationId } = team.current
    await milo.command(ASK)
    await db.sql`delete from boards where organization_id = ${organizationId} and id = '101'`
    await simulator.fault({ operation: 'get_board', fault: 'board_gone', times: 5 })
    const said = lastText(await milo.click(SCORE))
    expect(said).toContain('Board not found.')
    expect(said).toContain('Nothing was charged.')
  })

  test('a slow platform is said to be read, in place of the question, which becomes the answer', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const before = await milo.command(ASK)
    const letThrough = relevanceTeam.shut()
    const asking = milo.click(SCORE)
    const waiting = await untilShown(milo, 'Loading the pins of “Kitchen ideas”…')
    expect(waiting.messages).toHaveLength(before.messages.length)
    letThrough()
    const after = await asking
    expect(after.messages).toHaveLength(before.messages.length)
    expect(lastMessage(after).text).toContain('2 of 3 pins match')
  })

  test('an error after a wait leaves the way to try again', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    await simulator.fault({ operation: 'list_board_pins', fault: 'rate_limited', times: 20 })
    const letThrough = relevanceTeam.shut()
    const asking = milo.click(SCORE)
    await untilShown(milo, 'Loading')
    letThrough()
    expect(lastText(await asking)).toContain('is limiting this account')
    await db.sql`delete from sim_faults`
    expect(lastText(await milo.click('Try again'))).toContain('1 credit used')
  })
})

describe('who may only look', () => {
  test.each([ASK, '/pin fit'])('%s is told before anything is asked', async (typed) => {
    const { milo } = team.current
    await milo.command('/pin help')
    await asViewer(team.current)
    const screen = await milo.command(typed)
    expect([screen.modal, lastMessage(screen).text]).toEqual([null, FORBIDDEN])
  })

  test('what was paid for is shown again also after the role was taken, without what is left', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    const { interactions } = recordSent(team.current)
    await milo.click(SCORE)
    await asViewer(team.current)
    await sendInteraction(team.current, interactions[0]!)
    await team.current.slack.idle()
    const said = lastText(await milo.screen())
    expect(said).toContain('2 of 3 pins match')
    expect(said).toContain('1 credit used')
  })

  test('a role that was taken meanwhile is refused at the click', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command(ASK)
    await asViewer(team.current)
    expect(lastText(await milo.click(SCORE))).toContain(FORBIDDEN)
    expect((await booksOf(team.current)).charged).toEqual([])
  })
})

describe('the form', () => {
  test('a role or a price that is refused when it is sent stands on top of it, and under no field', async () => {
    const { milo } = team.current
    await milo.command('/pin fit')
    await milo.fill({ Board: 'Kitchen ideas', Keyword: 'small shelves' })
    await setCredits(team.current, 0)
    const refused = await milo.submit()
    expect(errorsOf(refused)).toEqual({})
    expect(JSON.stringify(refused.modal)).toContain('https://pinslot.test/billing/credits')
    expect(valuesOf(refused)).toEqual({ Board: 'Kitchen ideas', Keyword: 'small shelves' })
    await asViewer(team.current)
    expect(JSON.stringify((await milo.submit()).modal)).toContain(FORBIDDEN)
  })

  test('asks for what is missing, says what it does and costs, and its answer comes where the command was typed', async () => {
    const { milo } = team.current
    await pinned(PINS)
    const { modal } = await milo.command('/pin fit')
    expect(modal?.title).toBe('Score a board')
    expect(markupOf(modal?.blocks)).toContain('See how well a board matches a keyword')
    expect(markupOf(modal?.blocks)).toContain('Costs 1 credit (1,000 left).')
    await milo.fill({ Board: 'Kitchen ideas', Keyword: ' small shelves ' })
    const asked = await milo.submit()
    expect(asked.modal).toBeNull()
    expect(lastMessage(asked).text).toContain(QUESTION)
    expect(lastMessage(asked).ephemeral).toBe(true)
    expect(lastText(await milo.click(SCORE))).toContain('2 of 3 pins match')
  })

  test.each([
    ['/pin fit garden', { Board: 'Garden', Keyword: null }],
    ['/pin fit bathroom white tiles', { Board: null, Keyword: 'bathroom white tiles' }],
    ['/pin fit "bathroom" white tiles', { Board: null, Keyword: 'white tiles' }],
  ])('%s keeps what was typed', async (typed, values) => {
    const screen = await team.current.milo.command(typed)
    expect(valuesOf(screen)).toEqual(values)
    expect(markupOf(screen.modal?.blocks).includes('Can’t find a board called “bathroom”')).toBe(typed.includes('"'))
  })

  test('a keyword of 256 characters, of none, and a board that is gone come back under their fields', async () => {
    const { milo, organizationId } = team.current
    await milo.command('/pin fit')
    await milo.fill({ Board: 'Garden', Keyword: 'x'.repeat(256) })
    expect(errorsOf(await milo.submit())).toEqual({ Keyword: 'Keyword is 1 character too long: at most 255.' })
    await milo.fill({ Keyword: 'x'.repeat(255) })
    await db.sql`delete from boards where organization_id = ${organizationId} and id = '102'`
    expect(Object.keys(errorsOf(await milo.submit()))).toEqual(['Board'])
  })

  test('a keyword of 256 characters behind the command is refused in the same words', async () => {
    expect(lastMessage(await team.current.milo.command(`/pin fit garden ${'x'.repeat(256)}`)).text).toBe(
      'Keyword is 1 character too long: at most 255.',
    )
  })

  test('opened from the menu of a board it has that board; the answer comes where the boards were asked for', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.command('/pin boards kitchen')
    const form = await milo.choose('…', 'Score for a keyword…', { within: 'Kitchen ideas' })
    expect([form.modal?.title, form.modal?.depth, valuesOf(form)['Board']]).toEqual(['Score a board', 2, 'Kitchen ideas'])
    await milo.fill({ Keyword: 'small shelves' })
    const asked = await milo.submit()
    expect(asked.modal).toBeNull()
    expect(lastMessage(asked).text).toContain(QUESTION)
  })

  test('from Home it says where the answer is, which is the person’s messages', async () => {
    const { milo } = team.current
    await pinned(PINS)
    await milo.openHome()
    await milo.choose('More', 'Boards')
    await milo.choose('…', 'Score for a keyword…', { within: 'Kitchen ideas' })
    await milo.fill({ Keyword: 'small shelves' })
    expect(markupOf((await milo.submit()).modal?.blocks)).toContain('We’ll send the result as a direct message.')
    expect(lastMessage(await milo.open('Pinslot')).text).toContain(QUESTION)
    expect(lastText(await milo.click(SCORE))).toContain('2 of 3 pins match')
  })

  test('a form that came too late is opened by another click, with what was typed', async () => {
    const { milo } = team.current
    const late = lastMessage(
      await (async () => {
        await db.sql`delete from slk_triggers`
        const { sender } = team.current.slack.workspace
        const real = { ...sender }
        Object.assign(sender, {
          sendCommand: async (form: Record<string, string>) => {
            await db.sql`delete from slk_triggers`
            return real.sendCommand(form)
          },
        })
        return milo.command('/pin fit "bathroom" white tiles').finally(() => Object.assign(sender, real))
      })(),
    )
    expect(late.text).toContain('Open it again')
    expect(valuesOf(await milo.click('Open it again'))).toEqual({ Board: null, Keyword: 'white tiles' })
  })
})
