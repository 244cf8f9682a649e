/** A reviewer in Slack: their requests on Home and in /pin approvals, and nothing by any other verb; and being away. */
import { beforeEach, expect, test } from 'vitest'
import { readAbsence } from '../../../src/core/accounts/people/deputies.js'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId, asRole, milosId, withApprovals } from '../support/approval-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'reviewer')
  await team.current.milo.open('general')
})

async function asked(): Promise<void> {
  const { deps, actor, accountId, organizationId } = team.current
  const steps = [{ name: 'Client', reviewers: [{ kind: 'person' as const, id: users.member }], rule: 'any' as const }]
  await putApprovalRules(deps, actor, { accountId, rules: [{ name: 'Every pin', steps }] })
  const carl = { organizationId, via: 'slack', role: 'contributor', userId: 'T0CARL001:U0CARL001' } as const
  const draft = await aDraft({ ...team.current, actor: carl })
  await schedulePost(deps, carl, { accountId, postId: draft.id, when: { kind: 'at', at: inDays(team.current, 5) } })
}

test('/pin approvals shows a reviewer the request that waits for them, and a press schedules the pin', async () => {
  const { milo } = team.current
  expect(lastMessage(await milo.command('/pin approvals')).text).toBe('No request waits for you.')
  await asked()
  expect(lastMessage(await milo.command('/pin approvals')).text).toContain('Waiting for you (1)')
  await milo.click('Approve')
  expect(await postsOf(team.current, 'queued')).toHaveLength(1)
})

/** What is the same for everybody: help, keys of their own, and the list of the parts of “ideas”. */
const OWN = ['help', 'keys', 'ideas']
test('no other verb shows a reviewer anything of the account', async () => {
  await asked()
  const { milo } = team.current
  for (const verb of Object.keys(verbs).filter((one) => !OWN.includes(one))) {
    const screen = await milo.command(`/pin ${verb}${verb === 'find' ? ' shelf' : ''}`)
    expect(textOn(screen.modal ?? lastMessage(screen)), verb).toMatch(/You see only the requests that wait for you|Only admins/)
  }
})

test('/pin away asks who decides and until when; then it shows that, and “I’m back” ends it', async () => {
  const { milo, deps, organizationId } = team.current
  const person = { organizationId, via: 'slack', role: 'reviewer', userId: milosId } as const
  expect((await milo.command('/pin away until Friday')).modal?.title).toBe('While you’re away')
  await milo.fill({ 'Who decides for you': 'ada' })
  await milo.submit()
  expect(await readAbsence(deps, person)).toMatchObject({ deputy: adasId })
  await milo.close()
  const shown = lastMessage(await milo.command('/pin away'))
  expect(markupOf(shown.blocks)).toContain(`<@${users.admin}> decides your requests until `)
  await milo.click('I’m back')
  expect(await readAbsence(deps, person)).toBeNull()
})
