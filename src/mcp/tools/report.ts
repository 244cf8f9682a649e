/** Reports a problem to Pinslot's staff. */
import { z } from 'zod'
import { text } from '../../http/schemas.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { dryRun, idempotencyKey } from './inputs.js'

const reportIssue = defineTool({
  name: 'report_issue',
  title: 'Report a problem',
  description:
    'Tells Pinslot’s staff that a tool gave a wrong answer. People read it: no credentials, no personal data. Not for errors that explain themselves.',
  input: z.strictObject({
    description: text().max(8000).meta({ description: 'What was asked, what came back, why it is wrong; the requestId' }),
    tool: text().max(400),
    dryRun,
    idempotencyKey,
  }),
  output: z.object({ done: z.boolean(), dryRun: z.boolean().optional() }),
  hints: {},
  async run(caller, { dryRun: isDry = false, idempotencyKey: key, ...body }) {
    if (isDry) {
      await caller.rehearse('createIssueReport', { body })
      return { done: false, dryRun: true }
    }
    await caller.ask('createIssueReport', { body, idempotencyKey: key })
    return { done: true }
  },
})

export const reportTools: Tool[] = [reportIssue]
