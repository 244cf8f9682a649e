/** The form behind the settings for an account's clients in Slack; its channel is tried at once. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import { action, clientsChosenMessage, clientsField, clientsView, view } from '../../../../blocks/settings/clients.js'
import { settingsMemory } from '../../../../blocks/settings/memory.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import {
  type Clients,
  type ClientPerson,
  MOST_CLIENTS,
  readClients,
  setClients,
} from '../../../core/posts/review-links/people.js'
import { chosenChannel, typed } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { isClosed } from '../../reply/delivery.js'
import { saving } from './forms.js'

onAction(action.settingsClients, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const clients = await readClients(deps, context.member.actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: clientsView(memory, clients) })
})

onView(view.clients, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const before = await readClients(deps, actor, { accountId })
    const channelId = chosenChannel(args.view, clientsField.channel)
    const contacts = await readLines(args.client, typed(args.view, clientsField.contacts), before)
    const { channelId: now } = await setClients(deps, actor, { accountId, channelId, contacts }).catch((error: unknown) => {
      const isOfLines = error instanceof DomainError && error.details.field?.startsWith(clientsField.contacts)
      throw isOfLines ? badRequest(clientsField.contacts, error.sentence) : error
    })
    if (now === null) return 'Clients answer by their links.'
    if (now === before.channelId) return 'Clients saved.'
    try {
      const account = await readAccount(deps, actor, { accountId })
      await args.client.chat.postMessage({ channel: now, unfurl_links: false, ...clientsChosenMessage(account) })
    } catch (error) {
      await setClients(deps, actor, { accountId, ...before }) // a channel that cannot be written to must not stay
      throw isClosed(error)
        ? badRequest(clientsField.channel, 'Pinslot isn’t in this channel. Type /invite @Pinslot there, then save again.')
        : error
    }
    return 'Clients saved. Pinslot said hello there.'
  }),
)

/** Reads `Rosa: U012AB3CD, U045EF6GH` a line. Slack's pickers offer nobody of another workspace. */
async function readLines(client: WebClient, words: string, { contacts }: Clients): Promise<Clients['contacts']> {
  const known = new Map(contacts.flatMap(({ people }) => people.map((one) => [one.userId, one] as const)))
  const lines = words.split('\n').filter((line) => line.trim() !== '')
  const named = lines.map((line) => {
    const colon = line.lastIndexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim()
    const ids = line.slice(colon + 1)
    const given = ids.split(/[\s,]+/).filter((one) => one !== '')
    const found = given.map((one) => /^(?:<@)?([UW][A-Z0-9]{1,30})(?:\|.*)?>?$/.exec(one)?.[1])
    const wrong = given.find((_, index) => found[index] === undefined)
    if (name === '' || given.length === 0 || wrong !== undefined)
      throw badRequest(
        clientsField.contacts,
        `Write a name, a colon and member IDs, such as Rosa: U012AB3CD. Look at “${wrong ?? line}”.`,
      )
    return { name, ids: found.flatMap((id) => id ?? []) }
  })
  if (named.flatMap(({ ids }) => ids).length > MOST_CLIENTS)
    throw badRequest(clientsField.contacts, `Name at most ${MOST_CLIENTS} people.`)
  return Promise.all(
    named.map(async ({ name, ids }) => ({
      name,
      people: await Promise.all(ids.map(async (id) => known.get(id) ?? findPerson(client, id))),
    })),
  )
}

/** @throws BAD_REQUEST contacts: Slack shows the app nobody with this id */
async function findPerson(client: WebClient, userId: string): Promise<ClientPerson> {
  try {
    const { user } = await client.users.info({ user: userId })
    if (user?.team_id !== undefined)
      return { teamId: user.team_id, userId, name: user.profile?.real_name ?? user.real_name ?? null }
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError)) throw error
  }
  throw badRequest(
    clientsField.contacts,
    `Slack doesn’t show us ${userId}. Are they in the channel? Copy the member ID from their profile.`,
  )
}
