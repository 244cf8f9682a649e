import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { anOperator, anOrganization } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)

test.each(['key', 'key frob', 'attempts frob', 'org --help'])(
  'of "%s" the commands that begin like it are shown, and no other',
  async (typed) => {
    const { code, err } = await operator.run(typed)
    const [group = ''] = typed.split(' ')
    const isWhole = group === 'attempts' // a command by itself, too
    expect(code).toBe(2)
    expect(err).toContain(isWhole ? 'Usage:' : `${group} create`)
    expect(err).not.toContain(group === 'key' ? 'org create' : 'key create')
  },
)

test('a time that has gone by is refused with the name of its option', async () => {
  const org = await anOrganization(operator)
  const { code, err } = await operator.run('key create', '--org', org, '--name', 'Old', '--expires', '2020-01-01T00:00:00Z')
  expect([code, err.split('\n')[0]]).toEqual([2, '--expires must be in the future.'])
})
