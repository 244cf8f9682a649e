import { expect, test } from 'vitest'
import { z } from 'zod'
import { setPlan } from '../../../src/core/billing/plan.js'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { usageSchema } from '../../../src/http/wire/usage.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()

test('usage is 200 and in the wire shape', async () => {
  const server = await aServer(db, { credits: 4 })
  const { call, accountId } = server
  await setPlan(server.deps, server.actor, { accountId, change: { allowance: 2 } })
  const post = await aQueuedPost(server)
  const { status, body } = await call('GET', `/v1/accounts/${accountId}/usage`)
  expect(status).toBe(200)
  envelopeSchema(z.strictObject({ usage: z.strictObject(usageSchema.shape) })).parse(body)
  expect(body.data.usage).toEqual({
    accountId,
    billingSystem: 'modular',
    scope: 'account',
    credits: 5,
    allowanceLeft: 1,
    monthlyAllowance: 2,
    resetsAt: Date.parse('2026-04-02T00:00:00Z') / 1000,
    unlimitedScheduling: false,
    postLimit: null,
    postsThisPeriod: 0,
    trialPinsLeft: 0,
    ledger: [
      {
        key: `post:${post.id}#1`,
        accountId,
        kind: 'charge',
        unit: 'allowance',
        amount: -1,
        balanceAfter: 1,
        createdAt: server.clock.now.getTime() / 1000,
      },
      expect.objectContaining({ kind: 'grant', unit: 'allowance', amount: 2, balanceAfter: 2 }),
      expect.objectContaining({ kind: 'grant', unit: 'credit', amount: 4, balanceAfter: 4 }),
    ],
  })
})

test('the usage of a foreign, a missing and a malformed account is the same 404', async () => {
  const { call } = await aServer(db)
  const stranger = await aServer(db)
  const answers = []
  for (const id of [stranger.accountId, '999999', 'x']) answers.push(await call('GET', `/v1/accounts/${id}/usage`))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1)
})
