/** Words that people search for, under the description in the composer and in “Edit pin”: of what is kept, and never asked for. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { keepAnswer } from '../../../src/core/insight/trends/answers.js'
import { aTrend } from '../../core/trends/support/trend-fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, textOn, valuesOf } from '../support/a-team.js'
import { aPicture } from '../support/a-file.js'
import { recordSent } from '../support/relevance-team.js'
import { sendInteraction } from '../support/signed.js'

const { db } = await aDatabase()
const team = aTeam(db)
const WORDS = [
  'kitchen ideas',
  'kitchen shelf ideas',
  'ideas for a kitchen',
  'kitchen idea',
  'kitchens',
  'kitchen ideas small',
  'garden',
]
beforeEach(async () => {
  await db.sql`delete from trend_answers`
  await keepAnswer(
    db.sql,
    { question: { region: 'US', type: 'growing', interest: null }, day: '2026-03-02' },
    WORDS.map((word) => aTrend(word)),
  )
})

const HINT = 'People search for these.'
/** Their labels, in the order shown. */
const offeredOn = ({ modal }: Screen): string[] =>
  [...JSON.stringify(modal?.blocks ?? []).matchAll(/"accessibility_label":"(.{1,70}?): add to the description"/g)].map(
    ([, word = '']) => word,
  )

describe('in the composer', () => {
  test('at most five that fit the board are offered, and none without a board and words', async () => {
    const { milo } = team.current
    const opened = await milo.command('/pin')
    expect([textOn(opened.modal).includes(HINT), offeredOn(opened)]).toEqual([false, []])
    const chosen = await milo.fill({ Board: 'Kitchen ideas' })
    expect(textOn(chosen.modal)).toContain(HINT)
    const offered = offeredOn(chosen)
    expect(offered).toHaveLength(5)
    expect(offered[0]).toBe('kitchen ideas')
    expect(offered).not.toContain('garden')
    expect(offeredOn(await milo.fill({ Board: 'Garden' }))).toEqual(['garden'])
  })

  test('pressing one adds it to the description, once, and everything else stays as it was typed', async () => {
    const { milo } = team.current
    await milo.command('/pin new https://shop.test/oak')
    await milo.fill({ Board: 'Kitchen ideas', Title: 'Oak', Description: 'Shelves of oak.' })
    const added = await milo.click('ideas for a kitchen')
    expect(valuesOf(added)).toMatchObject({
      Title: 'Oak',
      Description: 'Shelves of oak. Ideas for a kitchen',
      'Destination link': 'https://shop.test/oak',
      Board: 'Kitchen ideas',
    })
    expect(offeredOn(added)).not.toContain('ideas for a kitchen')
    const twice = await milo.click('kitchen ideas')
    expect(valuesOf(twice)['Description']).toBe('Shelves of oak. Ideas for a kitchen, kitchen ideas')
    await milo.fill({ Description: 'Typed after all' })
    const again = await milo.click('kitchens')
    expect(valuesOf(again)['Description']).toBe('Typed after all, kitchens')
    await milo.upload('Image or video', await aPicture('own.jpg'))
    await milo.fill({ When: 'Save as draft' })
    const saved = await milo.submit()
    expect(errorsOf(saved)).toEqual({})
    const [post] = await db.sql`select title, description from posts where organization_id = ${team.current.organizationId}`
    expect(post).toEqual({ title: 'Oak', description: 'Typed after all, kitchens' })
  })

  test('a press that Slack sends twice adds it once', async () => {
    const { milo } = team.current
    await milo.command('/pin')
    await milo.fill({ Board: 'Kitchen ideas' })
    const { interactions } = recordSent(team.current)
    const once = await milo.click('kitchen ideas')
    expect(valuesOf(once)['Description']).toBe('Kitchen ideas')
    await sendInteraction(team.current, interactions.at(-1)!)
    expect(valuesOf(await milo.screen())['Description']).toBe('Kitchen ideas')
  })

  test('without room for it nothing is cut, and the form says so', async () => {
    const { milo } = team.current
    await milo.command('/pin')
    await milo.fill({ Board: 'Kitchen ideas', Description: 'x'.repeat(795) })
    const full = await milo.click('kitchen ideas')
    expect(valuesOf(full)['Description']).toBe('x'.repeat(795))
    expect(textOn(full.modal)).toContain('The description has no room for “kitchen ideas”.')
  })

  test('a description that is too long is still refused under its field', async () => {
    const { milo } = team.current
    await milo.command('/pin')
    await milo.fill({ Board: 'Kitchen ideas', Title: 'Oak' })
    await milo.click('kitchen ideas')
    await milo.upload('Image or video', await aPicture('own.jpg'))
    await milo.fill({ Description: 'x'.repeat(801), When: 'Save as draft' })
    expect(Object.keys(errorsOf(await milo.submit()))).toEqual(['Description'])
  })
})

describe('in “Edit pin”', () => {
  test('those that fit the pin and its board are offered and added, and saved with what else was changed', async () => {
    const { milo, deps, accountId } = team.current
    const { id } = await aDraft(team.current, { title: 'Oak', description: 'Shelves of oak', boardId: '101' })
    await milo.command(`/pin show ${id}`)
    const form = await milo.click('Edit')
    expect(form.modal?.title).toBe('Edit pin')
    expect(offeredOn(form)).toContain('kitchen ideas')
    await milo.fill({ Title: 'Oak shelves' })
    const added = await milo.click('kitchen ideas')
    expect(valuesOf(added)).toMatchObject({ Title: 'Oak shelves', Description: 'Shelves of oak, kitchen ideas' })
    expect(offeredOn(added)).not.toContain('kitchen ideas')
    const saved = await milo.submit()
    expect(textOn(lastMessage(saved))).toContain('Saved.')
    const [post] = await deps.db.sql`select title, description from posts where account_id = ${accountId} and id = ${id}`
    expect(post).toEqual({ title: 'Oak shelves', description: 'Shelves of oak, kitchen ideas' })
  })
})
