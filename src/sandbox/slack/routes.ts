/** The workspace over HTTP: user actions, screens, files, faults. Bare JSON, bad input is 400 {error}. */
import type { FastifyPluginAsync } from 'fastify'
import type { Switches } from './context.js'
import { z } from 'zod'
import { actSchema, type Act } from './act.js'
import { answerErrors, MAX_BODY_BYTES } from './errors.js'
import { colleagues, people, type Colleague, type Who } from './ids.js'
import { onlyFromHere } from './loopback.js'
import type { Screen } from './screen.js'

export const faultSchema = z.strictObject({
  method: z.string().min(1),
  error: z.string().min(1).default('ratelimited'),
  times: z.int().min(1).default(1),
  retryAfterSeconds: z.int().min(1).default(1),
})
/** Longer than the app waits for a file. */
export const switchesSchema = z.strictObject({
  filesTakeMs: z.int().min(0).max(60_000).optional(),
  refusedBlocks: z.array(z.string().max(50)).max(20).optional(),
})
export const groupSchema = z.strictObject({ handle: z.string().min(1), members: z.array(z.enum(colleagues)) })
export type FaultInput = z.infer<typeof faultSchema>

export type RouteTargets = {
  act: (act: Act) => Promise<Screen>
  screen: (who: Who) => Promise<Screen>
  addFault: (fault: FaultInput) => void
  setSwitches: (switches: Switches) => void
  /** undefined if there is no such group. */
  setGroup: (handle: string, members: readonly Colleague[]) => Promise<object | undefined>
  readFile: (id: string) => Promise<{ bytes: Buffer; mimetype: string } | undefined>
}

export function slackRoutes({ act, screen, addFault, setSwitches, setGroup, readFile }: RouteTargets): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromHere)
    answerErrors(app)

    app.post('/sandbox/slack/act', { bodyLimit: MAX_BODY_BYTES }, async ({ body }) => ({
      screen: await act(actSchema.parse(body)),
    }))

    app.get('/sandbox/slack/screen', async ({ query }) => {
      const { as } = z.object({ as: z.enum(people).default('admin') }).parse(query)
      return { screen: await screen(as) }
    })

    app.post('/sandbox/slack/faults', async ({ body }) => {
      const fault = faultSchema.parse(body)
      addFault(fault)
      return { fault }
    })

    app.post('/sandbox/slack/switches', async ({ body }) => {
      const switches = switchesSchema.parse(body)
      setSwitches(switches as Switches) // zod's optional fields are never undefined in JSON
      return { switches }
    })

    app.post('/sandbox/slack/groups', async ({ body }, reply) => {
      const { handle, members } = groupSchema.parse(body)
      const group = await setGroup(handle, members)
      return group ? { group } : reply.code(400).send({ error: `There is no user group ${handle}.` })
    })

    app.get<{ Params: { id: string } }>('/sandbox/slack/files/:id', async ({ params }, reply) => {
      const file = await readFile(params.id)
      if (!file) return reply.code(404).send({ error: `There is no file ${params.id}.` })
      const isPicture = file.mimetype.startsWith('image/') && file.mimetype !== 'image/svg+xml'
      return reply
        .type(isPicture ? file.mimetype : 'application/octet-stream')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(file.bytes)
    })
  }
}
