/** Somebody's pin on a board of ours: from an idea, and from its address. */
import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { describe, expect, test } from 'vitest'
import { createPosts } from '../../../src/core/posts/create/create.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { errorsOf, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { lastText } from '../support/messages.js'
import { aRelevanceTeam, recordSent } from '../support/relevance-team.js'
import { sendInteraction } from '../support/signed.js'
import { asViewer } from '../support/slots-week.js'

const { db } = await aDatabase()
const { team, published } = await aRelevanceTeam(db)
const ASK = '/pin ideas kitchen ideas small shelves'
const SHELF = { title: 'Small shelves of oak', link: 'https://shop.test/shelves' }
const SAVE = 'Save to a board'

const postsOf = async () => [
  ...(await db.sql<{ id: string; status: string; savedPinId: string; boardId: string; title: string | null }[]>`
    select id, status, saved_pin_id as "savedPinId", board_id as "boardId", title
      from posts
     where organization_id = ${team.current.organizationId}
     order by id`),
]

describe('from an idea', () => {
  test('two presses put it on the next open slot of the board; the card says when, and Undo takes it back', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '19:15' })
    const [pinId] = await published([SHELF])
    await milo.command(ASK)
    const form = await milo.click(SAVE)
    expect([form.modal?.title, valuesOf(form)]).toMatchObject([
      'Save a pin',
      { Board: 'Kitchen ideas', When: expect.stringContaining('Next open slot') as string },
    ])
    expect(markupOf(form.modal?.blocks ?? [])).toContain(
      `*Small shelves of oak*\n<https://www.pinterest.com/pin/${pinId}/|View on Pinterest>`,
    )
    const saved = await milo.submit()
    expect(saved.modal).toBeNull()
    expect(lastText(saved)).toMatch(/Saving to “Kitchen ideas” on Tue, Mar 3, 8:15 PM\./) // Milo is an hour ahead
    const markup = markupOf(lastMessage(saved).blocks)
    expect(markup).toContain('*Small shelves of oak*')
    expect(markup).toContain(`Kitchen ideas · saves <https://www.pinterest.com/pin/${pinId}/|this pin>`)
    expect(await postsOf()).toMatchObject([
      { status: 'queued', savedPinId: pinId, boardId: '101', title: 'Small shelves of oak' },
    ])
    await milo.click('Undo')
    expect(await postsOf()).toEqual([])
  })

  test('without a credit the form says so before it is sent', async () => {
    const { milo, organizationId } = team.current
    await published([SHELF])
    await milo.command(ASK)
    await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
    expect(markupOf((await milo.click(SAVE)).modal?.blocks)).toContain(
      'Not enough credits left. Ask your Pinslot operator for more, or save a draft.',
    )
  })

  test('its picture, where the search had shown one, is on its card', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '19:15' })
    await published([SHELF])
    await milo.command(ASK)
    await milo.click(SAVE)
    expect(textOn(lastMessage(await milo.submit()).blocks)).toContain('slack_file')
  })

  test('the same form sent twice saves it once', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '19:15' })
    await published([SHELF])
    await milo.command(ASK)
    await milo.click(SAVE)
    const { interactions } = recordSent(team.current)
    await milo.submit()
    await sendInteraction(team.current, interactions[0]!)
    expect(await postsOf()).toHaveLength(1)
  })

  test('as a draft it costs nothing and can be scheduled from its card', async () => {
    const { milo } = team.current
    await published([SHELF])
    await milo.command(ASK)
    await milo.click(SAVE)
    await milo.fill({ When: 'Save as draft', Board: 'Garden' })
    const saved = await milo.submit()
    expect(lastText(saved)).toContain('Draft saved.')
    expect(await postsOf()).toMatchObject([{ status: 'draft', boardId: '102' }])
  })

  test('who may make no pins sees no such button', async () => {
    const { milo } = team.current
    await published([SHELF])
    await milo.command(ASK)
    const { interactions } = recordSent(team.current)
    await milo.click(SAVE)
    await asViewer(team.current)
    const seen = lastMessage(await milo.command(ASK))
    expect(markupOf(seen.blocks)).toContain('*Small shelves of oak*')
    expect(textOn(seen.blocks)).not.toContain(SAVE)
    await sendInteraction(team.current, { ...interactions[0], trigger_id: 'none' })
    await team.current.slack.idle()
    expect(lastMessage(await milo.screen()).text).toContain('Viewers cannot change pins.')
  })
})

describe('from an address', () => {
  test('the form names the pin by its number, proposes the board used last, and saves it', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '19:15' })
    const form = await milo.command('/pin save https://www.pinterest.com/pin/8125530/')
    expect(markupOf(form.modal?.blocks ?? [])).toContain('*Pin 8125530*')
    await milo.fill({ Board: 'Garden' })
    expect(lastText(await milo.submit())).toContain('Saving to “Garden” on')
    expect(await postsOf()).toMatchObject([{ status: 'queued', savedPinId: '8125530', title: null }])
    expect(valuesOf(await milo.command('/pin save 77'))).toMatchObject({ Board: 'Garden' })
  })

  test('a title that a search has shown chooses the board', async () => {
    const { milo } = team.current
    const [pinId] = await published([{ title: 'Small shelves for a garden shed', link: 'https://shop.test/g' }])
    await milo.command(ASK)
    expect(valuesOf(await milo.command(`/pin save ${pinId}`))).toMatchObject({ Board: 'Garden' })
  })

  test.each(['/pin save', '/pin save the oak one', '/pin save https://pin.it/abc'])('%s says what is needed', async (typed) => {
    const { milo } = team.current
    const screen = await milo.command(typed)
    expect(screen.modal).toBeNull()
    expect(lastText(screen)).toContain('Pin link must be a pin’s number or link')
  })

  test('without a board the form says so', async () => {
    const { milo } = team.current
    await milo.command('/pin save 77')
    expect(Object.values(errorsOf(await milo.submit()))).not.toEqual([])
  })
})

describe('afterwards', () => {
  const made = async () => {
    const { deps, actor, accountId } = team.current
    const [post] = await createPosts(deps, actor, {
      ...EMPTY_CONTENT,
      accountId,
      savePinId: '8125530',
      media: null,
      carouselItems: [],
      title: null,
      description: null,
      url: null,
      altText: null,
      board: { boardId: '101', boardSectionId: null },
      series: null,
      when: { kind: 'draft' },
      isSimplified: true,
    })
    return post!
  }

  test('its details and the drafts show it as a save, with a link to the original and without fields that are not ours', async () => {
    const { milo } = team.current
    const { id } = await made()
    const details = markupOf(lastMessage(await milo.command(`/pin show ${id}`)).blocks)
    expect(details).toContain('*Saved pin 8125530*')
    expect(details).toContain('saves <https://www.pinterest.com/pin/8125530/|this pin>')
    expect(details).not.toContain('Destination link')
    expect(markupOf(lastMessage(await milo.command('/pin drafts')).blocks)).toContain('Saved pin 8125530')
  })

  test('“Edit” asks for its board and its time alone', async () => {
    const { milo } = team.current
    const { id } = await made()
    await milo.command(`/pin show ${id}`)
    const form = await milo.click('Edit')
    expect(Object.keys(valuesOf(form))).toEqual(['Board', 'When'])
    await milo.fill({ Board: 'Garden' })
    await milo.submit()
    expect(await postsOf()).toMatchObject([{ boardId: '102', savedPinId: '8125530', title: null }])
  })
})
