import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../core/ports/deps.js'
import { REPORT_LENGTH, reportIssue, requestCapability, TOOL_LENGTH } from '../../core/reports/issue-report.js'
import { operation } from '../operation.js'
import { text } from '../schemas.js'

export function issueReportRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createIssueReport',
    method: 'POST',
    url: '/issue-reports',
    tag: 'Issue reports',
    summary: 'Report a wrong answer',
    description: 'Read by people: no credentials and no personal data, please.',
    body: z.strictObject({
      description: text().meta({
        minLength: 1,
        maxLength: REPORT_LENGTH,
        description: 'What was asked, what came back and why it is wrong',
      }),
      tool: text().meta({ minLength: 1, maxLength: TOOL_LENGTH, description: 'The endpoint or tool that seems wrong' }),
    }),
    data: z.object({ received: z.literal(true) }),
    canRehearse: true,
    run: ({ actor, body }, beforeCommit) => reportIssue(deps, actor, body, beforeCommit),
    show: () => ({ received: true as const }),
  })
}

export function capabilityRequestRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createCapabilityRequest',
    method: 'POST',
    url: '/capability-requests',
    tag: 'Issue reports',
    summary: 'Request a feature',
    description: 'Read by people: no credentials and no personal data, please.',
    body: z.strictObject({
      description: text().meta({
        minLength: 1,
        maxLength: REPORT_LENGTH,
        description: 'What you want to do, and how you do it today',
      }),
    }),
    data: z.object({ received: z.literal(true) }),
    canRehearse: true,
    run: ({ actor, body }, beforeCommit) => requestCapability(deps, actor, body, beforeCommit),
    show: () => ({ received: true as const }),
  })
}
