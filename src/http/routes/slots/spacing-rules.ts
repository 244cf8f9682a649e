import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { URL_LENGTH } from '../../../core/lib/http/url.js'
import type { Deps } from '../../../core/ports/deps.js'
import {
  deleteSpacingRule,
  listSpacingRules,
  putSpacingRule,
  SPACING_DAYS,
  type SpacingRule,
  type SpacingSubject,
} from '../../../core/slots/spacing-rules.js'
import { operation } from '../../operation.js'
import { accountParams, text } from '../../schemas.js'
import { spacingRuleSchema, spacingRuleToWire } from '../../wire/spacing.js'
import { url } from '../../post-content.js'

const type = z.enum(['DEFAULT', 'CUSTOM']).meta({ description: 'DEFAULT: for every url without a CUSTOM rule' })
const ruleUrl = url.meta({ description: 'The url of a CUSTOM rule; DEFAULT has none' })

type Subject = { type: 'DEFAULT' | 'CUSTOM'; url?: string | undefined }

/** Requires that a rule belongs either to the account or to a url. */
function isOneSubject({ type, url }: Subject, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message })
  if (type === 'CUSTOM' && url === undefined) refuse('url is required: say which url the CUSTOM rule is for')
  if (type === 'DEFAULT' && url !== undefined) refuse('url must be left out: the DEFAULT rule applies to every url')
}

const newRule = z
  .strictObject({
    type,
    url: ruleUrl.optional(),
    days: z
      .int()
      .meta({ minimum: SPACING_DAYS.least, maximum: SPACING_DAYS.most, description: 'Calendar days, in both directions' }),
  })
  .superRefine(isOneSubject)
const ruleQuery = z
  .object({ type, url: text().optional().meta({ maxLength: URL_LENGTH, description: 'For a CUSTOM rule' }) })
  .superRefine(isOneSubject)

const toSubject = ({ type, url }: Subject): SpacingSubject =>
  type === 'CUSTOM' && url !== undefined ? { type, url } : { type: 'DEFAULT', url: null }

export function spacingRuleRoutes(app: FastifyInstance, deps: Deps): void {
  const route = { url: '/accounts/:accountId/spacing-rules', tag: 'Spacing rules', params: accountParams }
  const one = z.object({ spacingRule: spacingRuleSchema })
  const showOne = (rule: SpacingRule) => ({ spacingRule: spacingRuleToWire(rule) })

  operation(app, deps, {
    ...route,
    id: 'listSpacingRules',
    method: 'GET',
    summary: 'List the spacing rules',
    description: 'The DEFAULT rule, if there is one, and the CUSTOM rules.',
    data: z.object({ spacingRules: z.array(spacingRuleSchema) }),
    run: ({ actor, params }) => listSpacingRules(deps, actor, params),
    show: (rules) => ({ spacingRules: rules.map(spacingRuleToWire) }),
  })
  operation(app, deps, {
    ...route,
    id: 'putSpacingRule',
    refusals: ['FORBIDDEN'],
    method: 'PUT',
    summary: 'Create or change a spacing rule',
    description:
      'Does not move any pins: only useNextOpenSlot follows the rules. Urls that differ only in scheme, host case, default port, trailing slashes or fragment count as the same.',
    body: newRule,
    data: one,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      putSpacingRule(deps, actor, { ...params, ...toSubject(body), days: body.days }, beforeCommit),
    show: showOne,
  })
  operation(app, deps, {
    ...route,
    id: 'deleteSpacingRule',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    summary: 'Remove a spacing rule',
    description: 'The answer is the rule as it was.',
    query: ruleQuery,
    data: one,
    canRehearse: true,
    run: ({ actor, params, query }, beforeCommit) =>
      deleteSpacingRule(deps, actor, { ...params, ...toSubject(query) }, beforeCommit),
    show: showOne,
  })
}
