/** How often a click reads what does not change meanwhile. */
import { expect, test } from 'vitest'
import { noting } from '../../db/support/statements.js'
import { aDatabase } from '../../support/database.js'
import { AT, COPY } from '../support/composer-fixtures.js'
import { aTeam } from '../support/a-team.js'
import { asRole, deliverAll, withApprovals } from '../support/approval-team.js'

const { db } = await aDatabase()
const { db: noted, ran } = noting(db)
const team = aTeam(noted)

test('Approve reads the account once before it writes, once for the card after that, and once for Home', async () => {
  const { ada, milo } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  await deliverAll(team.current)
  await ada.open('approvals')
  ran.length = 0
  await ada.click('Approve')
  const begin = (words: string) => ran.filter((statement) => statement.startsWith(words))
  expect(begin('select ? from accounts a')).toHaveLength(3)
  expect(begin('select m.role')).toHaveLength(1)
})
