import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)

test.each(['', 'org', 'org delete', 'key'])('"%s" is no command: the help with examples, exit 2', async (command) => {
  const { code, out, err } = await operator.run(command)
  expect(code).toBe(2)
  expect(out).toBe('')
  for (const name of ['org create', 'key create', 'key list', 'key revoke', 'account add', 'plan set'])
    expect(err).toContain(name)
  expect(err).toContain('npm run admin -- org create --name "Maker Studio"')
})

test.each(['help', '--help'])('%s is answered on stdout, exit 0', async (command) => {
  expect(await operator.run(command)).toMatchObject({ code: 0, err: '' })
})

test.each([
  ['org create', [], '--name is missing.'],
  ['org create', ['--name', ' '], '--name needs a value.'],
  ['org create', ['--nmae', 'x'], "Unknown option '--nmae'"],
  ['org create', ['--name', 'x', 'y'], "Unexpected argument 'y'"],
  ['key list', ['--org', 'Makers'], '--org must be an id'],
  [
    'key create',
    ['--org', '1', '--name', 'x', '--expires', '2027-01-31'],
    '--expires must be a date and time with Z or an offset',
  ],
  ['key create', ['--org', '1', '--name', 'x', '--expires', '2027-02-31T25:00:00Z'], '--expires must be a date and time'],
  ['account add', ['--org', '1', '--access-token', 'x'], '--refresh-token is missing.'],
  ['plan set', ['--org', '1'], 'Nothing to set'],
  ['plan set', ['--org', '1', '--system', 'modal'], '--system must be one of modular, legacy, shopify.'],
  ['plan set', ['--org', '1', '--credits', '-5'], '--credits'],
  ['plan set', ['--org', '1', '--credits', '1.5'], '--credits must be a whole number'],
  ['plan set', ['--org', '1', '--winback', 'yes'], '--winback must be one of true, false.'],
])('%s %j is told with how to write it, exit 2, and nothing is opened', async (command, options, message) => {
  const { code, out, err, closed } = await operator.run(command, ...options)
  expect({ code, out, closed }).toEqual({ code: 2, out: '', closed: false })
  expect(err).toContain(message)
  expect(err).toContain(`Usage: npm run admin -- ${command} `)
})
