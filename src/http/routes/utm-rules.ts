import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { UtmRule } from '../../core/links/utm.js'
import { deleteUtmRule, listUtmRules, putUtmRule, UTM_LENGTH } from '../../core/links/utm-rules.js'
import type { Deps } from '../../core/ports/deps.js'
import { operation } from '../operation.js'
import { accountParams, boardId, text } from '../schemas.js'
import { utmRuleSchema, utmRuleToWire } from '../wire/utm.js'

const template = (name: string) =>
  text()
    .nullable()
    .optional()
    .meta({
      maxLength: UTM_LENGTH,
      description: `utm_${name}; {board} and {account} are replaced with their names; left out or null: none`,
    })

const newRule = z.strictObject({
  boardId: boardId().nullable().optional().meta({ description: 'The board it applies to; left out or null: the account' }),
  source: template('source'),
  medium: template('medium'),
  campaign: template('campaign'),
  content: template('content'),
})
const ruleQuery = z.object({
  boardId: boardId().optional().meta({ description: 'The board; left out: the account’s rule' }),
})

/** @see docs/contract.md#utm-parameters */
export function utmRuleRoutes(app: FastifyInstance, deps: Deps): void {
  const route = { url: '/accounts/:accountId/utm-rules', tag: 'UTM parameters', params: accountParams }
  const one = z.object({ utmRule: utmRuleSchema })
  const showOne = (rule: UtmRule) => ({ utmRule: utmRuleToWire(rule) })

  operation(app, deps, {
    ...route,
    id: 'listUtmRules',
    method: 'GET',
    summary: 'List the UTM parameters',
    description: 'The account’s, if it has any, and those of its boards.',
    data: z.object({ utmRules: z.array(utmRuleSchema) }),
    run: ({ actor, params }) => listUtmRules(deps, actor, params),
    show: (rules) => ({ utmRules: rules.map(utmRuleToWire) }),
  })
  operation(app, deps, {
    ...route,
    id: 'putUtmRule',
    refusals: ['FORBIDDEN'],
    method: 'PUT',
    summary: 'Set UTM parameters',
    description:
      'Added to a pin’s link when it goes out; the post’s `url` does not change. Links that already have utm_ parameters keep them. Fields a board leaves out use the account’s values.',
    body: newRule,
    data: one,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      putUtmRule(
        deps,
        actor,
        {
          ...params,
          boardId: body.boardId ?? null,
          source: body.source ?? null,
          medium: body.medium ?? null,
          campaign: body.campaign ?? null,
          content: body.content ?? null,
        },
        beforeCommit,
      ),
    show: showOne,
  })
  operation(app, deps, {
    ...route,
    id: 'deleteUtmRule',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    summary: 'Remove UTM parameters',
    description: 'The account’s, or one board’s. The answer is what they were.',
    query: ruleQuery,
    data: one,
    canRehearse: true,
    run: ({ actor, params, query }, beforeCommit) =>
      deleteUtmRule(deps, actor, { ...params, boardId: query.boardId ?? null }, beforeCommit),
    show: showOne,
  })
}
