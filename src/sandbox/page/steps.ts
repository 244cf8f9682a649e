/** A page to try the steps of workflows, in place of Slack's Workflow Builder, which also hands outputs on to further steps. */
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { escapeHtml, privateHeaders, render, terms } from '../../http/pages/layout.js'
import { type StepName, STEPS } from '../../slack/install/steps.js'
import type { Execution, Workspace } from '../slack/context.js'
import { users } from '../slack/ids.js'
import { openPage } from '../slack/forms-page.js'
import { runStep } from '../slack/methods/steps.js'

const PATH = '/sandbox/slack/steps'
const SHOWN = 20
const given = z.object({ step: z.enum(Object.keys(STEPS) as [StepName]) }).catchall(z.string())

export function stepsPage(workspace: Workspace): FastifyPluginAsync {
  return async (app) => {
    openPage(app)
    app.get(PATH, async (_request, reply) => {
      const ran = [...workspace.executions.values()].slice(-SHOWN)
      return reply.headers(privateHeaders({ formAction: "'self'" })).send(pageOf(ran.reverse()))
    })
    app.post(PATH, async ({ body }, reply) => {
      const { step, ...fields } = given.parse(body)
      const filled = Object.entries(fields).filter(([, words]) => words.trim() !== '')
      const inputs = Object.fromEntries(filled.map(([name, words]) => [name, inputOf(step, name, words)]))
      await runStep(workspace, { step, inputs })
      return reply
        .code(303)
        .headers({ location: `${PATH}#ran`, 'cache-control': 'no-store' })
        .send()
    })
  }
}

const NAMES = Object.keys(STEPS) as StepName[]
const pageOf = (ran: readonly Execution[]): string =>
  render({
    path: null,
    title: 'Steps of workflows',
    lead: 'Run one as a workflow would. A step that waits ends once its request is decided. Reload for what became of it.',
    body: `${NAMES.map(formOf).join('')}${ran.length === 0 ? '' : `<h2 id="ran">Ran</h2>${terms(...ran.map(lineOf))}`}`,
    footer: 'This is the local workspace, in place of Slack’s Workflow Builder.',
  })

const lineOf = ({ step, state, outputs, error }: Execution): [string, string] => [
  `${STEPS[step].title}: ${state}`,
  `<div class="words">${escapeHtml(error ?? outputsText(step, outputs ?? {}))}</div>`,
]

/** Returns a line for each output, in the order of the manifest. */
const outputsText = (step: StepName, outputs: Record<string, unknown>): string =>
  Object.entries(STEPS[step].outputs)
    .filter(([name]) => outputs[name] !== undefined)
    .map(([name, { title, type }]) => `${title}: ${type === TIME ? timeText(Number(outputs[name])) : String(outputs[name])}`)
    .join('\n')

/** Returns a time such as `2026-12-01 15:42 UTC`. */
const timeText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const TIME = 'slack#/types/timestamp'

/** Returns a time of the form as a step gets it, in seconds; anything else as typed. */
function inputOf(step: StepName, name: string, words: string): string | number {
  const at = STEPS[step].inputs[name]?.type === TIME ? Date.parse(`${words}Z`) : NaN
  return Number.isNaN(at) ? words : at / 1000
}

function formOf(step: StepName): string {
  const fields = Object.entries(STEPS[step].inputs).map(([name, { title, type }]) => {
    const of = `id="${step}.${name}" name="${name}"`
    const element =
      name === 'person' ? `<select ${of}>${PEOPLE}</select>` : `<input ${of}${type === TIME ? ' type="datetime-local"' : ''}>`
    const label = `${title}${type === TIME ? ' (UTC)' : ''}`
    return `<p class="name"><label for="${step}.${name}">${escapeHtml(label)}</label>${element}</p>`
  })
  return `<h2>${STEPS[step].title}</h2><form class="review" method="post"><input type="hidden" name="step" value="${step}">${fields.join('')}<p><button type="submit">Run</button></p></form>`
}
const PEOPLE = `<option value="${users.admin}">Ada</option><option value="${users.member}">Milo</option>`
