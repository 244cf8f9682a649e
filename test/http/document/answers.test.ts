/** The check that every answer of these tests goes through finds what it is there for. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { type ApiDocument, makeAnswerCheck } from '../support/answers.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { app, call, accountId } = await aServer(db)
const check = makeAnswerCheck((await app.inject('/v1/openapi.json')).json<ApiDocument>())
const url = `/v1/accounts/${accountId}`
const { body: account } = await call('GET', url)
const { body: missing } = await call('GET', '/v1/accounts/999999')
const of = (status: number, body: object) => check({ method: 'GET', url, status, body })

test('what a server answers is as it is described', () => {
  expect([of(200, account), of(404, missing)]).toEqual([undefined, undefined])
})

test.each<[string, number, object, RegExp]>([
  ['a status that is not described', 418, account, /getAccount 418 is not described/],
  [
    'a field that is not described',
    200,
    { ...account, data: { account: { ...account.data.account, colour: 'red' } } },
    /must NOT have additional properties/,
  ],
  ['a field that is missing', 200, { ...account, data: { account: { id: '1' } } }, /must have required property 'userId'/],
  [
    'a value outside its choices',
    200,
    { ...account, data: { account: { ...account.data.account, publishing: 'perhaps' } } },
    /must be equal to one of the allowed values/,
  ],
  [
    'a code that the status does not have',
    404,
    { ...missing, error: { code: 'CONFLICT', message: 'No' } },
    /must be equal to one/,
  ],
  [
    'a reason that this answer does not name',
    404,
    { ...missing, error: { ...missing.error, reason: 'no_open_slot' } },
    /without the reason no_open_slot/,
  ],
])('it finds %s', (_what, status, body, says) => {
  expect(of(status, body)).toMatch(says)
})

test('a path that no operation has is nothing to it, and what is literal goes before what is any id', () => {
  expect(check({ method: 'GET', url: '/v1/nothing', status: 418, body: {} })).toBeUndefined()
  const suggestions = check({ method: 'GET', url: `${url}/timeslots/suggestions?limit=1`, status: 418, body: {} })
  expect(suggestions).toMatch(/^listTimeslotSuggestions 418/)
})
