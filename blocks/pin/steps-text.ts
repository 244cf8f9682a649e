/** The steps of a request as text: who decides now, and who has approved. */
import type { StepDecision } from '../../src/core/posts/approval/steps/decisions.js'
import type { StepProgress } from '../../src/core/posts/approval/steps/steps.js'
import { actorText } from '../kit/actor.js'
import { inline } from '../kit/kit.js'
import { reviewersText } from '../kit/reviewers.js'

type Steps = readonly StepProgress[]
const pendingIn = (steps: Steps): StepProgress | undefined => steps.find(({ state }) => state === 'pending')
const nameOf = ({ name }: Pick<StepProgress, 'name'>): string => inline(name, 60)

/** `Step 1 of 2: Brand`; empty: there is no step to decide. */
export function stepShort(steps: Steps): string {
  const step = pendingIn(steps)
  return step ? `Step ${step.number} of ${steps.length}: ${nameOf(step)}` : ''
}

/** The pending step with whom it waits for, and the approvals so far; empty: the request has no steps. */
export function stepsText(steps: Steps): string {
  const step = pendingIn(steps)
  const waits = step ? [`*${stepShort(steps)}*, ${reviewersText(step)}${givenText(step)}`] : []
  return [...waits, ...approvalsOf(steps.filter(({ state }) => state === 'approved'))].join('\n')
}

/** The approvals of a settled request, a step a line. */
export const approvalsText = (steps: Steps): string =>
  approvalsOf(steps.filter(({ decisions }) => decisions.length > 0)).join('\n')

const approvalsOf = (steps: Steps): string[] =>
  steps.map((step) => `:white_check_mark: ${nameOf(step)}: ${peopleText(step.decisions)}`)

const givenText = ({ decisions, missing }: StepProgress): string =>
  decisions.length === 0 ? '' : ` · approved by ${peopleText(decisions)}, ${missing} more to go`

const peopleText = (decisions: readonly StepDecision[]): string => decisions.map(deciderName).join(', ')
const deciderName = ({ name, decidedBy, decidedFor }: StepDecision): string =>
  `${name === null ? actorText('', decidedBy) : inline(name, 60)}${decidedFor === null ? '' : ` for ${actorText('', decidedFor)}`}`
