import { expect, test } from 'vitest'
import { connectHelpPage } from '../../src/http/pages/connect.js'
import { creditsPage } from '../../src/http/pages/credits.js'
import { plansPage } from '../../src/http/pages/plans.js'
import { aDatabase } from '../support/database.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)

test('without a command the help comes with examples, exit 2', async () => {
  const { code, out, err } = await operator.run('')
  expect([code, out]).toEqual([2, ''])
  for (const name of [
    ...['org create', 'key create', 'key list', 'key revoke', 'account connect', 'account add', 'plan set'],
    'secrets rotate',
    'citus distribute',
  ])
    expect(err).toContain(name)
  expect(err).toContain('npm run admin -- org create --name "Maker Studio"')
})

test.each([
  ['org', 'org create', 'key create'],
  ['org rename', 'org create', 'key create'],
  ['key', 'key list', 'org create'],
])('"%s" is half a command: the commands of its group alone, exit 2', async (command, ofGroup, other) => {
  const { code, out, err } = await operator.run(command)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(ofGroup)
  expect(err).not.toContain(other)
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
  ['plan set', ['--org', '1', '--post-limit', 'unlimited'], '--post-limit must be a whole number'],
  [
    'plan set',
    ['--org', '1', '--unlimited', '--credits', '5'],
    '--unlimited is for the whole organization and stands alone: leave out --credits.',
  ],
  ['plan set', ['--org', '1', '--winback', 'yes'], '--winback must be one of true, false.'],
])('%s %j is told with how to write it, exit 2, and nothing is opened', async (command, options, message) => {
  const { code, out, err, closed } = await operator.run(command, ...options)
  expect({ code, out, closed }).toEqual({ code: 2, out: '', closed: false })
  expect(err).toContain(message)
  expect(err).toContain(`Usage: npm run admin -- ${command} `)
})

test('every example of the help is a command that is written well', async () => {
  const { out } = await operator.run('help')
  const examples = [...out.matchAll(/^ {2}npm run admin -- (.+)$/gm)].map(([, line]) => line!)
  expect(examples.length).toBeGreaterThan(6)
  for (const line of examples) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
    const { code } = await operator.run(words.slice(0, 2).join(' '), ...words.slice(2))
    expect(code, line).not.toBe(2) // 1: there is no such organization here
  }
})

test('the pages for clients name no command of the operator', () => {
  expect([creditsPage, plansPage, connectHelpPage].join('')).not.toContain('npm run admin')
})
