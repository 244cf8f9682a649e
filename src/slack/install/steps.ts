/**
 * The steps that the app offers in Slack's Workflow Builder, as the manifest describes them: their inputs and outputs by name.
 * @see https://docs.slack.dev/tools/bolt-js/concepts/custom-steps
 */
type Parameter = {
  type: 'string' | 'integer' | 'slack#/types/user_id' | 'slack#/types/timestamp'
  title: string
  description: string
  isOptional?: true
}
type Step = { title: string; description: string; inputs: Record<string, Parameter>; outputs: Record<string, Parameter> }

const text = (title: string, description: string): Parameter => ({ type: 'string', title, description })
const optional = (parameter: Parameter): Parameter => ({ ...parameter, isOptional: true })
const time = (title: string, description: string): Parameter => ({ type: 'slack#/types/timestamp', title, description })

const person: Parameter = {
  type: 'slack#/types/user_id',
  title: 'Acts for',
  description: 'The step may do what this person may do in Pinslot. Choose who started the workflow',
}
const account = optional(text('Account', 'Its name; needed with several accounts'))
const pin = text('Pin', 'The number of the pin')
const when = optional(time('Time', 'Empty: the next open slot'))
const decided = {
  decision: optional(text('Decision', 'approved, rejected, changes_requested or withdrawn')),
  decided_by: optional({ type: 'slack#/types/user_id', title: 'Decided by', description: 'Who decided' }),
  reason: optional(text('Reason', 'What to change, or why not')),
}

const steps = {
  draft_pin: {
    title: 'Draft a pin',
    description: 'Saves a draft',
    inputs: {
      person,
      account,
      image: text('Image link', 'A public address'),
      title: optional(text('Title', 'Up to 100 characters')),
      description: optional(text('Description', 'Up to 800 characters')),
      link: optional(text('Destination link', 'Where the pin leads')),
      board: optional(text('Board', 'Its name')),
    },
    outputs: { pin },
  },
  schedule_pin: {
    title: 'Schedule a pin',
    description: 'Schedules a draft; where the account has approvals, it waits for one first',
    inputs: { person, pin, time: when },
    outputs: { pin, time: optional(time('Time', 'When it goes out')), ...decided },
  },
  ask_for_approval: {
    title: 'Ask for approval',
    description: 'Asks for approval of a draft, and goes on once it is decided',
    inputs: { person, pin, time: when },
    outputs: { pin, ...decided },
  },
  next_open_slot: {
    title: 'Next open slot',
    description: 'Finds the next open slot of the schedule',
    inputs: { person, account },
    outputs: { time: time('Time', 'The next open slot') },
  },
  queue_of_week: {
    title: 'Queue of a week',
    description: 'Lists the pins of the coming seven days',
    inputs: { person, account },
    outputs: { count: { type: 'integer', title: 'Pins', description: 'How many go out' }, list: text('List', 'A line for each') },
  },
} satisfies Record<string, Step>
export type StepName = keyof typeof steps
export const STEPS: Readonly<Record<StepName, Step>> = steps

/** The part of the manifest that declares them. */
export const stepFunctions = () =>
  Object.fromEntries(
    Object.entries(STEPS).map(([id, { title, description, inputs, outputs }]) => [
      id,
      { title, description, input_parameters: declared(inputs), output_parameters: declared(outputs) },
    ]),
  )

const declared = (parameters: Record<string, Parameter>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { isOptional = false, ...rest }]) => [
      name,
      { name, ...rest, is_required: !isOptional },
    ]),
  )
