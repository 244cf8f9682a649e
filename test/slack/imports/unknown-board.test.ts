/** A file that names boards which the account does not have: one press creates one, and its lines are right. */
import { expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { fileOf } from '../../core/imports/support/imports.js'
import { aDatabase } from '../../support/database.js'
import type { SlackUser } from '../../support/slack-user.js'
import { lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { aBoardTeam, namesAt } from '../support/boards-team.js'

const { db } = await aDatabase()
const { team, simulator } = await aBoardTeam(db)

const card = (screen: Screen) => markupOf(lastMessage(screen).blocks)
const line = (n: number, board: string) => [
  `Pin ${n}`,
  'One of many',
  `https://shop.example.com/${n}`,
  `https://pictures.test/${n}.jpg`,
  board,
]
async function dropped(person: SlackUser, ...boards: string[]): Promise<Screen> {
  await person.open('dm')
  const text = fileOf(
    boards.map((board, n) => line(n, board)),
    ['Title', 'Description', 'Link', 'Media URL', 'Board'],
  )
  return person.say('', { name: 'plan.csv', bytes: Buffer.from(text) })
}
const brassLamps = async () => (await namesAt(simulator)).filter((name) => name === 'Brass lamps').length

test('a board that lines name is created in one press, once by two at once, and its lines are right', async () => {
  const { ada } = team.current
  const shown = await dropped(ada, 'Kitchen ideas', 'Brass lamps', 'brass  lamps')
  expect(card(shown)).toContain('3 pins. 1 can be imported, 2 can’t.')
  expect(card(shown)).toContain('There is no board “Brass lamps” for 2 lines.')
  await Promise.all([ada.click('Create it'), ada.click('Create it').catch(() => undefined)])
  const created = card(await ada.screen())
  expect(created).toContain('3 pins. All can be imported.')
  expect(created).toContain('*Pin 2* · Brass lamps')
  expect(created).not.toContain('There is no board')
  expect(await brassLamps()).toBe(1)
})

test('a board that Pinterest refuses is refused in a sentence; one that it does not answer for is made once', async () => {
  const { ada } = team.current
  await dropped(ada, 'Brass lamps')
  await simulator.fault({ operation: 'create_board', fault: 'forbidden' })
  expect(textOn(await ada.click('Create it'))).toContain('Pinterest rejected this board.')
  expect(await brassLamps()).toBe(0)
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  expect(textOn(await ada.click('Create it'))).toContain('we don’t know if the board was created. Try again')
  expect(textOn(await ada.click('Create it'))).toContain('1 pin. All can be imported.')
  expect(await brassLamps()).toBe(1)
})

test('who may not create boards is offered none', async () => {
  await asRole(team.current, 'contributor')
  const shown = card(await dropped(team.current.milo, 'Brass lamps'))
  expect(shown).toContain('No board of this account is called “Brass lamps”.')
  expect(shown).not.toContain('There is no board')
})
