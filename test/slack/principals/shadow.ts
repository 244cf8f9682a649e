/** A person in whose name everything that another one sends to the app is sent first: what their buttons would do in other hands. */
import { botToken, users } from '../../../src/sandbox/slack/ids.js'
import { makeResponseUrl, makeTrigger } from '../../../src/sandbox/slack/tickets.js'
import { findDm, requirePerson } from '../../../src/sandbox/slack/people.js'
import type { View } from '../../../src/sandbox/slack/block-kit.js'
import { closeViews, listModals, pushView } from '../../../src/sandbox/slack/views/views.js'
import { viewWire } from '../../../src/sandbox/slack/wire.js'
import type { Team } from '../support/a-team.js'

type Payload = Record<string, unknown> & {
  type: string
  user: { id: string }
  view?: { id: string; state?: unknown } & View
  actions?: { action_id: string }[]
}
export type Shadowed = {
  /** What was sent, in short: an action with its value, a form, a command. */
  what: string
  /** What the app answered and sent to Slack meanwhile. */
  said: string
}
export type Watch = { before: () => Promise<void>; after: (shadowed: Shadowed) => Promise<void> }

/**
 * From now on what the admin sends goes to the app in milo's name first, between the two of `watch`; then the admin's goes on.
 * @param heard what the app has sent to Slack, in order: give `slackFetch` of the team an ear
 */
export function shadowAdmin(team: Team, heard: string[], watch: Watch): void {
  const { slack, app, deps } = team
  const { workspace } = slack
  const { sender } = workspace
  const real = { ...sender }
  const { sql } = deps.db

  async function inMilosName(payload: Payload): Promise<object> {
    const milo = await requirePerson(sql, 'member')
    const dm = await findDm(sql, milo.id)
    return deps.db.tx(async (tx) => {
      const open = await listModals(tx, milo.id, milo.windowId)
      await closeViews(
        tx,
        open.map(({ id }) => id),
      )
      const copied = payload.view && (await pushView(tx, milo, viewOf(payload.view)))
      const view = copied && { ...(await viewWire(tx, copied)), state: payload.view?.state }
      const messageTs = null
      return {
        ...payload,
        user: { ...payload.user, id: milo.id, username: milo.name, name: milo.name },
        trigger_id: await makeTrigger(tx, milo, copied?.id ?? null, workspace),
        ...('response_url' in payload && {
          response_url: await makeResponseUrl(tx, { channelId: dm!.id, userId: milo.id, messageTs }, workspace.wallClock()),
        }),
        ...(view && { view, container: { type: 'view', view_id: view.id } }),
      }
    })
  }

  async function shadow(what: string, send: () => Promise<unknown>) {
    await watch.before()
    const from = heard.length
    const answer = await send()
    await app.idle()
    await watch.after({ what, said: [JSON.stringify(answer), ...heard.slice(from)].join('\n') })
  }

  Object.assign(sender, {
    sendInteraction: async (sent: object) => {
      const payload = sent as Payload // as the workspace makes them
      if (payload.user.id === users.admin) {
        const forged = await inMilosName(payload)
        await shadow(nameOf(payload), () => real.sendInteraction(forged))
      }
      return real.sendInteraction(sent)
    },
    sendCommand: async (form: Record<string, string>) => {
      if (form['user_id'] === users.admin) {
        const milo = await requirePerson(sql, 'member')
        const trigger = await deps.db.tx((tx) => makeTrigger(tx, milo, null, workspace))
        const dm = await findDm(sql, milo.id)
        const url = await deps.db.tx((tx) =>
          makeResponseUrl(tx, { channelId: dm!.id, userId: milo.id, messageTs: null }, workspace.wallClock()),
        )
        const his = { ...form, user_id: milo.id, user_name: milo.name, trigger_id: trigger, response_url: url }
        await shadow(`${form['command']} ${form['text']}`, () => real.sendCommand(his))
      }
      return real.sendCommand(form)
    },
  })
}

/** A modal with what the view had, without what Slack adds to it. */
function viewOf({ title, blocks, submit, close, private_metadata, callback_id }: View): View {
  const named = title ?? { type: 'plain_text', text: 'Home' } // Home has none
  return { type: 'modal', title: named, blocks, submit, close, private_metadata, callback_id } as View
}

function nameOf(payload: Payload): string {
  const { actions, view } = payload
  if (payload.type === 'block_actions') return `${actions?.[0]?.action_id} ${JSON.stringify(actions?.[0]).slice(0, 300)}`
  return `${payload.type} ${view?.['callback_id'] ?? String(payload['callback_id'] ?? payload['action_id'])}`
}

/** `slackFetch` of a team whose calls are kept in `heard`. */
export const hearing =
  (heard: string[]) =>
  (real: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    heard.push(asHeard(request.url, await request.clone().text()))
    return real(request)
  }

/** What is typed after `/pin` for a verb, with what it needs to find something. */
export const lineOf = (verb: string): string => (verb === 'show' ? 'show Draft' : verb === 'find' ? 'find e' : verb)

/** A call of the app, as text; without its token. */
const asHeard = (url: string, body: string): string =>
  `${url} ${decodeURIComponent(body.replaceAll('+', ' ')).replaceAll(botToken, '')}`
