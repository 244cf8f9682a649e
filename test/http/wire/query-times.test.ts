import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)

test('a time in a query may have its + encoded or not', async () => {
  const schedule = async (from: string) => {
    const { status, body } = await call('GET', `/v1/accounts/${accountId}/schedule?from=${from}`)
    return [status, body.data.window.from]
  }
  const at = Date.parse('2026-03-02T22:00:00Z') / 1000
  for (const from of ['2026-03-03T00:00:00%2B02:00', '2026-03-03T00:00:00+02:00', '2026-03-03T00:00+02:00', '2026-03-02T22:00Z'])
    expect(await schedule(from), from).toEqual([200, at])
  const posts = `/v1/accounts/${accountId}/posts`
  expect((await call('GET', `${posts}?startDate=2026-03-03T00:00:00+02:00`)).status).toBe(200)
})

test('a space in front of anything else is no offset, and a body has none either', async () => {
  const refused = (field: string) => ({ status: 400, body: { error: { field } } })
  for (const from of ['2026-03-03%2000:00:00Z', '2026-03-03T00:00:00%20%2B02:00', '2026-03-03T00:00:00'])
    expect(await call('GET', `/v1/accounts/${accountId}/schedule?from=${from}`), from).toMatchObject(refused('from'))
  const body = { filter: { status: 'queued', from: '2026-03-03T00:00:00 02:00' }, action: 'delete' }
  expect(await call('POST', `/v1/accounts/${accountId}/posts/bulk`, body)).toMatchObject(refused('filter.from'))
})
