/**
 * Steps of workflows, run one by one as Workflow Builder would, and functions.*: how the app ends them. A restart forgets them, as
 * Slack does when somebody changes a workflow.
 */
import { type StepName, STEPS } from '../../../slack/install/steps.js'
import { ApiRefusal, type ApiCall, type ApiMethod } from '../api-call.js'
import type { Execution, Workspace } from '../context.js'
import { appId } from '../ids.js'
import { eventEnvelope } from '../payloads.js'
import { randomId } from '../random-id.js'

/** Runs a step of the app. @param asked `id`: of an execution that Slack sends again */
export async function runStep(
  { executions, wallClock, sender }: Workspace,
  asked: { step: StepName; inputs: Record<string, unknown>; id?: string },
): Promise<Execution> {
  const { step, inputs, id = randomId('Fx') } = asked
  const execution = executions.get(id) ?? { id, step, state: 'running', outputs: null, error: null }
  executions.set(id, execution)
  const date = Math.floor(wallClock().getTime() / 1000)
  await sender.sendEvent({
    ...eventEnvelope(wallClock()),
    event: {
      type: 'function_executed',
      function: {
        id: `Fn${step}`,
        callback_id: step,
        title: STEPS[step].title,
        type: 'app',
        app_id: appId,
        input_parameters: [],
        output_parameters: [],
        date_created: date,
        date_updated: date,
        date_deleted: 0,
      },
      inputs,
      function_execution_id: id,
      workflow_execution_id: randomId('Wx'),
      event_ts: String(date),
      bot_access_token: 'xwfp-local-workspace',
    },
  })
  return execution
}

export const stepMethods: Record<string, ApiMethod> = {
  'functions.completeSuccess': async (call) => {
    const execution = requireRunning(call)
    const declared = STEPS[execution.step].outputs
    const outputs = call.args.json('outputs') as Record<string, unknown> // of our own client
    const wrong = [
      ...Object.keys(outputs).filter((name) => !(name in declared)),
      ...Object.keys(declared).filter((name) => declared[name]?.isOptional !== true && outputs[name] === undefined),
    ]
    if (wrong.length > 0) throw new ApiRefusal('parameter_validation_failed', wrong)
    Object.assign(execution, { state: 'completed', outputs })
    return {}
  },
  'functions.completeError': async (call) => {
    Object.assign(requireRunning(call), { state: 'failed', error: call.args.require('error') })
    return {}
  },
}

/** @throws ApiRefusal as Slack refuses */
function requireRunning({ workspace, args }: ApiCall): Execution {
  const execution = workspace.executions.get(args.require('function_execution_id'))
  if (!execution) throw new ApiRefusal('function_execution_not_found')
  if (execution.state !== 'running') throw new ApiRefusal('execution_not_in_running_state')
  return execution
}
