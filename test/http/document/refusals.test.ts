/** What the description says of errors is what the contract and the roles say. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { REASONS } from '../../../src/core/lib/reasons.js'
import { REASON_NAMES } from '../../../src/http/document/refusals.js'
import { STATUS } from '../../../src/http/errors.js'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { OPERATIONS } from '../principals/operations.js'
import { aServer } from '../support/support.js'

type Answer = {
  $ref?: string
  description: string
  content: { 'application/json': { schema: object; examples: Record<string, { $ref: string }> } }
}
type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>
  components: {
    responses: Record<string, Answer>
    examples: Record<string, { value: { error: { code: keyof typeof STATUS; reason?: string } } }>
  }
}
const { db } = await aDatabase()
const { app } = await aServer(db)
const { paths, components } = (await app.inject('/v1/openapi.json')).json<Document>()
const found = (answer: Answer) => components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
    responses: Object.fromEntries(Object.entries(operation.responses).map(([status, answer]) => [status, found(answer)])),
  })),
)
const refusalsOf = (responses: Record<string, Answer>) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    Object.keys(Number(status) < 400 ? {} : content['application/json'].examples).map((name) => ({ status, name })),
  )

test('each error of an operation has an example of its own status, code and reason', () => {
  for (const { operationId, responses } of operations)
    for (const { status, name } of refusalsOf(responses)) {
      const { code, reason } = components.examples[name]!.value.error
      expect([STATUS[code], reason ?? code], `${operationId} ${name}`).toEqual([Number(status), name])
      expect(responses[status]?.description, operationId).toContain(`\`${name}\``)
    }
})

test('a role that is not enough is said of the operations that ask for more than to look, and of no others', () => {
  const free = ['anyone', 'viewer']
  for (const { name, responses } of operations) {
    const isForbidden = refusalsOf(responses).some((refusal) => refusal.name === 'FORBIDDEN')
    expect([name, isForbidden]).toEqual([name, !free.includes(OPERATIONS[name]?.least ?? '')])
  }
})

test('the reasons of the description are those of the contract, each beside its code and status', () => {
  const contract = readFileSync(path.join(root, 'docs/contract.md'), 'utf8').split('\n## Errors')[1]!.split('\n### ')[0]!
  const rows = contract.split('\n').filter((line) => /^\| `[A-Z]/.test(line))
  const written = rows.flatMap((row) => {
    const [, codes = '', statuses = '', reasons = ''] = row.split('|')
    const names = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    return names(reasons).map((reason) => ({ reason, codes: names(codes), statuses }))
  })
  expect(written.map(({ reason }) => reason).toSorted()).toEqual(REASON_NAMES.toSorted())
  for (const { reason, codes, statuses } of written) {
    const { code } = REASONS[reason as keyof typeof REASONS]
    expect(codes, reason).toContain(code)
    expect(statuses, reason).toContain(String(STATUS[code]))
  }
})

test('every reason of the contract is some operation’s', () => {
  const said = new Set(operations.flatMap(({ responses }) => refusalsOf(responses).map(({ name }) => name)))
  expect(REASON_NAMES.filter((reason) => !said.has(reason))).toEqual([])
})
