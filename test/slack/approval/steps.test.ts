/** A request with steps, press by press: the card says whose turn it is and who has approved, and the last step schedules the pin. */
import { beforeEach, expect, test } from 'vitest'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf } from '../support/a-team.js'
import { asRole, buttonsOf, deliverAll, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY } from '../support/composer-fixtures.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const { deps, actor, accountId, milo, ada } = team.current
  await ada.command('/pin')
  const steps = [
    {
      name: 'Brand <x>',
      reviewers: [{ kind: 'person' as const, id: users.admin }],
      rule: 'any' as const,
      looksAt: ['title' as const],
    },
    { name: 'Boss', reviewers: [{ kind: 'role' as const, id: 'admin' }], rule: 'any' as const },
  ]
  await putApprovalRules(deps, actor, { accountId, rules: [{ name: 'Every pin', steps }] })
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  await deliverAll(team.current)
  await ada.open('approvals')
})

const theCard = async () => (await team.current.ada.open('approvals')).messages.find(({ ephemeral }) => !ephemeral)!

test('Approve decides the step, the card names the next one, Undo takes it back, and the last approval schedules the pin', async () => {
  const { ada } = team.current
  const post = await theDraft(team.current)
  expect(markupOf((await theCard()).blocks)).toContain(`*Step 1 of 2: Brand &lt;x&gt;*, <@${users.admin}>`)
  await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  const second = await theCard()
  expect(markupOf(second.blocks)).toContain(
    `*Step 2 of 2: Boss*, the admins\n:white_check_mark: Brand &lt;x&gt;: <@${users.admin}>`,
  )
  expect(buttonsOf(second)).toEqual(['Approve', 'Request changes', 'Reject', 'Comment', 'Undo'])
  await ada.click('Undo')
  expect(markupOf((await theCard()).blocks)).toContain('*Step 1 of 2: Brand')
  await ada.click('Approve')
  await ada.click('Approve')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
  await deliverAll(team.current)
  const { text, blocks } = await theCard()
  expect(text).toBe('Approved: Shelf above the sink')
  expect(markupOf(blocks)).toContain(`:white_check_mark: Boss: <@${users.admin}>`)
})

test('who asked sees whose turn it is, and the card says that the rule has changed since', async () => {
  const { ada, milo, deps, actor, accountId } = team.current
  await putApprovalRules(deps, actor, { accountId, rules: [] })
  await ada.click('Approve')
  expect(markupOf((await theCard()).blocks)).toContain('Asked under the rule “Every pin”, which has changed since.')
  const { messages } = await milo.command('/pin approvals')
  expect(markupOf(messages.at(-1)!.blocks)).toContain('Step 2 of 2: Boss')
})
