/** An answer that is given again is given to whoever could ask for it now, and to nobody else. */
import { beforeEach, expect, test } from 'vitest'
import { createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import type { Holder } from '../../../src/core/accounts/people/roles.js'
import { aDatabase } from '../../support/database.js'
import { aServer, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
let may: Holder
const { call, deps, accountId, organizationId } = await aServer(db, {
  findPerson: async ({ teamId, userId }) => ({
    actor: { organizationId, via: 'slack', userId: `${teamId}:${userId}`, ...may },
  }),
})
const ada = { organizationId, via: 'slack', role: 'admin', userId: 'T1:U1' } as const
const { key } = await createPersonalKey(deps, ada, { name: 'Ada’s' })
beforeEach(() => (may = { role: 'admin' }))

const account = `/v1/accounts/${accountId}`
let keys = 0
/** The same request before and after somebody's role became another one. */
async function twice(url: string, body: object | undefined, now: Holder) {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `k-${(keys += 1)}` }
  const first = await call('POST', url, body, headers)
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
  may = now
  const again = await call('POST', url, body, headers)
  return { first, again }
}

test.each<[string, object]>([
  ['posts', { mediaUrl, title: 'For nobody else' }],
  ['timeslots', { dayPreference: 1, time: '09:30' }],
  ['calendar-link', {}],
  ['generations', { url: 'https://shop.example.com/' }],
  ['posts/batch', { posts: [{ mediaUrl, title: 'In a batch' }] }],
])('who lost sight of the account gets nothing of it by repeating a POST of %s', async (path, body) => {
  const { again } = await twice(`${account}/${path}`, body, { role: 'none' })
  expect([again.status, again.body.error?.message]).toEqual([404, 'Account not found.'])
  expect(again.text).not.toContain('"data"')
})

test.each<[string, object | undefined]>([
  [`${account}/calendar-link`, undefined],
  ['/v1/connect-links', undefined],
  ['/v1/connect-links', { accountId }],
  ['/v1/keys', { name: 'another' }],
  ['/v1/media/uploads', { extension: 'png' }],
  ['/v1/webhooks', { url: 'https://receiver.test/', events: ['*'] }],
])('a secret of %s is repeated to nobody who could not ask for it any more', async (url, body) => {
  const { again } = await twice(url, body, { role: 'viewer' })
  expect([again.status, again.body.error?.code]).toEqual([403, 'FORBIDDEN'])
})

test('an upload is repeated to who may still make pins', async () => {
  const { first, again } = await twice('/v1/media/uploads', { extension: 'jpg' }, { role: 'contributor' })
  expect(again.body.data).toEqual(first.body.data)
})

test('who may still see the account gets what there is no secret in, though they could not do it now', async () => {
  const { first, again } = await twice(`${account}/posts`, { mediaUrl, title: 'Seen' }, { role: 'viewer' })
  expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([201, 'true', first.body.data])
})
