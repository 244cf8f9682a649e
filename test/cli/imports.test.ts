import { expect, test } from 'vitest'
import { createImport } from '../../src/core/sources/imports/create.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const { deps, actor, organizationId, accountId } = await aWorld(db)

test('imports that are being written are listed, and one is cancelled by its number', async () => {
  expect((await operator.run('imports', '--org', organizationId)).out).toBe('No import is being written.')
  const file = { kind: 'text', text: 'Media URL,Title\nhttps://sample.test/one.jpg,A pin' } as const
  const { id } = await createImport(deps, actor, { accountId, file, mapping: {}, mode: 'draft' })
  const place = ['--org', organizationId, '--account', accountId, '--import', id ?? '']
  expect((await operator.run('imports', '--org', organizationId)).out.split('\n')).toEqual([
    expect.stringContaining(`Import ${id} of account ${accountId}: started 2026-03-02T10:00:00Z`),
    `    To end it: npm run admin -- imports cancel --org ${organizationId} --account ${accountId} --import ${id}`,
  ])
  expect((await operator.run('imports cancel', ...place)).out).toBe(`Import ${id} is cancelled: 0 created, 1 left out.`)
  expect(await operator.run('imports cancel', ...place)).toMatchObject({
    code: 1,
    err: 'This import is already over, so it cannot be cancelled.',
  })
  expect(await operator.run('imports cancel', ...place.slice(0, -1), '999')).toMatchObject({ code: 1, err: 'Import not found.' })
})
