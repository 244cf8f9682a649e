/** Reports a problem to Pinslot's staff. */
import { z } from 'zod'
import { text } from '../../http/schemas.js'
import { dryRun, idempotencyKey } from '../inputs.js'
import type { Tool } from '../tool.js'

const input = z.strictObject({
  description: text().max(8000).meta({ description: 'What was asked, what came back, why it is wrong; the requestId' }),
  tool: text().max(400),
  dryRun,
  idempotencyKey,
})

export const reportIssue: Tool = {
  name: 'report_issue',
  title: 'Report a problem',
  description:
    'Tells Pinslot’s staff that a tool gave a wrong answer. People read it: no credentials, no personal data. Not for errors that explain themselves.',
  input,
  hints: {},
  hasOthersText: false,
  async run(caller, given) {
    const { dryRun: isDry = false, idempotencyKey: key, ...body } = given as z.output<typeof input> // checked
    if (!isDry) await caller.ask('createIssueReport', { body, idempotencyKey: key })
    else await caller.rehearse('createIssueReport', { body }, false)
    return { done: !isDry, ...(isDry && { dryRun: true }) }
  },
}
