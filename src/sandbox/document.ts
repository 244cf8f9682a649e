/** The controls of the sandbox, described for programs: separate from /v1, which clients rely on. @see docs/sandbox.md */
import type { FastifyPluginAsync, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { clockBody } from './clock.js'
import { faultInput } from './platform/faults/faults.js'
import { standingInput } from './platform/faults/standings.js'
import { switches } from './platform/faults/switches.js'
import { tokenChange } from './platform/faults/token-control.js'
import { actSchema } from './slack/act.js'
import { onlyFromHere } from './slack/loopback.js'
import { faultSchema, groupSchema, switchesSchema } from './slack/routes.js'

type Control = { method: HTTPMethods; url: string; id: string; summary: string; body?: z.ZodType }

export const CONTROLS: readonly Control[] = [
  { method: 'GET', url: '/sandbox/clock', id: 'readClock', summary: 'Read the clock' },
  { method: 'POST', url: '/sandbox/clock', id: 'moveClock', summary: 'Move the clock forward', body: clockBody },
  { method: 'GET', url: '/sandbox/next-pin', id: 'readNextPin', summary: 'Read when the next pin is due' },
  { method: 'GET', url: '/sandbox/outcomes', id: 'readOutcomes', summary: 'Read what became of pins since a time' },
  { method: 'POST', url: '/sandbox/slack/act', id: 'act', summary: 'Act as somebody in Slack', body: actSchema },
  { method: 'GET', url: '/sandbox/slack/screen', id: 'readScreen', summary: 'Read what somebody sees in Slack' },
  { method: 'POST', url: '/sandbox/slack/faults', id: 'addSlackFault', summary: 'Make Slack refuse', body: faultSchema },
  {
    method: 'POST',
    url: '/sandbox/slack/switches',
    id: 'setSlackSwitches',
    summary: 'Make Slack slow, or let it refuse blocks',
    body: switchesSchema,
  },
  { method: 'POST', url: '/sandbox/slack/groups', id: 'setGroup', summary: 'Set a user group', body: groupSchema },
  { method: 'GET', url: '/sandbox/platform/state', id: 'readPlatform', summary: 'Read all pins and boards' },
  { method: 'GET', url: '/sandbox/platform/faults', id: 'listFaults', summary: 'List faults to come' },
  { method: 'POST', url: '/sandbox/platform/faults', id: 'addFault', summary: 'Make a call fail', body: faultInput },
  { method: 'DELETE', url: '/sandbox/platform/faults', id: 'clearFaults', summary: 'Forget faults to come' },
  { method: 'GET', url: '/sandbox/platform/standings', id: 'listStandings', summary: 'List accounts in no good standing' },
  {
    method: 'POST',
    url: '/sandbox/platform/standings',
    id: 'setStanding',
    summary: 'Set how an account stands',
    body: standingInput,
  },
  { method: 'GET', url: '/sandbox/platform/switches', id: 'readSwitches', summary: 'Read how the platform answers' },
  {
    method: 'POST',
    url: '/sandbox/platform/switches',
    id: 'setSwitches',
    summary: 'Change how the platform answers',
    body: switches.partial(),
  },
  { method: 'DELETE', url: '/sandbox/platform/switches', id: 'resetSwitches', summary: 'Set the switches back' },
  { method: 'POST', url: '/sandbox/platform/tokens', id: 'changeTokens', summary: 'End a connection', body: tokenChange },
]

/** GET /sandbox/openapi.json: the controls that this process has. */
export function sandboxDocumentPlugin(): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromHere)
    app.get('/sandbox/openapi.json', { schema: { hide: true } }, async () => {
      const paths: Record<string, Record<string, object>> = {}
      for (const { method, url, ...control } of CONTROLS)
        if (app.hasRoute({ method, url })) (paths[url] ??= {})[method.toLowerCase()] = described(control)
      return {
        openapi: '3.1.0',
        info: {
          title: 'Controls of the Pinslot sandbox',
          version: '1',
          description: 'Loopback and sandbox only: bare JSON, 400 {error} for bad input. docs/sandbox.md explains them.',
          license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
        },
        paths,
      }
    })
  }
}

function described({ id, summary, body }: Pick<Control, 'id' | 'summary' | 'body'>): object {
  const answer = (description: string) => ({ description, content: { 'application/json': { schema: { type: 'object' } } } })
  const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return {
    operationId: id,
    summary,
    ...(schema && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    responses: { 200: answer('Done'), 400: answer('What is wrong, in `error`') },
  }
}
