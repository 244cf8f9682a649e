/** Tells Slack how a step of a workflow ended. */
import type { WebClient } from '@slack/web-api'
import { undeliverable } from '../../core/notices/notices.js'
import { findEndedStep, noteStepRefused, type StepId } from '../../core/notices/workflow-steps.js'
import type { Clock } from '../../core/ports/deps.js'
import { tokenFor } from '../install/installations.js'
import { deliveryOf, type Outcome } from '../reply/delivery.js'
import type { TokenDeps } from '../transport/access.js'

/**
 * Slack does not wait for this step any more: the workflow was changed, deleted or ended meanwhile, or an earlier call arrived.
 * @see https://docs.slack.dev/reference/methods/functions.completeSuccess
 */
const OVER = ['function_execution_not_found', 'execution_not_in_running_state', 'access_denied']

type Deps = TokenDeps & { clock: Clock; clientOf: (token: string) => WebClient }

/** Uses the app's own token: the one that came with the step ends after fifteen minutes. */
export async function endStep(deps: Deps, step: StepId): Promise<Outcome> {
  const { sql } = deps.db
  const { organizationId, executionId } = step
  const ended = await findEndedStep(sql, step)
  const token = ended && (await tokenFor(deps, { organizationId, teamId: ended.slackTeamId }))
  if (!ended) return undeliverable('no_longer_so')
  if (token === undefined) return undeliverable('not_installed')
  const { functions } = deps.clientOf(token)
  const end = async () =>
    ended.outputs
      ? functions.completeSuccess({ function_execution_id: executionId, outputs: ended.outputs })
      : functions.completeError({ function_execution_id: executionId, error: ended.failure })
  const outcome = await deliveryOf(end, deps.clock)
  if (outcome.kind === 'delivered' || outcome.kind === 'later') return outcome
  await noteStepRefused(sql, step, outcome.message)
  return OVER.some((code) => outcome.message.endsWith(code)) ? undeliverable('no_longer_so') : outcome
}
