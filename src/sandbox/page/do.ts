/** Requests of the page's script: a person's actions by exact address, because a mouse needs no words. */
import { z } from 'zod'
import { interactives, optionsOf, type Interactive, type Option } from '../slack/block-kit.js'
import type { Workspace } from '../slack/context.js'
import { ACT_WINDOW, people } from '../slack/ids.js'
import { attachFiles, type Brought, detachFile } from '../slack/views/file-field.js'
import { openChannel, openHome, press, runShortcut, setValue, suggest, typeText } from '../slack/views/interact.js'
import { findMessage } from '../slack/messages/messages.js'
import type { Place } from '../slack/payloads.js'
import { listChannels, setAlert, type User } from '../slack/people.js'
import { openWindow } from '../slack/views/windows.js'
import { closeStack, closeTop, submitView } from '../slack/views/submit.js'
import { blocksOf, NotOnScreen, type Target } from '../slack/views/targets.js'
import { needsOptions, hasOwnOptions, readTyped, takesMany } from '../slack/views/typed-value.js'
import { findView, listModals, showErrors } from '../slack/views/views.js'

/** The person and the window of theirs. */
const by = { as: z.enum(people), window: z.string().min(1).max(40).default(ACT_WINDOW) }
const at = { place: z.string(), block: z.string(), action: z.string() }
const file = z.strictObject({ name: z.string().min(1), base64: z.base64() })
const option = z.looseObject({ text: z.looseObject({ type: z.string(), text: z.string() }), value: z.string() })
export const doSchema = z.discriminatedUnion('do', [
  z.strictObject({
    ...by,
    do: z.literal('type'),
    text: z.string(),
    files: z.array(file).max(10).optional(),
    thread: z.string().optional(),
  }),
  z.strictObject({ ...by, do: z.literal('open'), channel: z.string() }),
  z.strictObject({ ...by, do: z.literal('press'), ...at, option: z.string().optional() }),
  z.strictObject({
    ...by,
    do: z.literal('set'),
    ...at,
    value: z.union([z.string(), z.array(z.string()), z.array(option), z.null()]),
  }),
  z.strictObject({ ...by, do: z.literal('attach'), ...at, files: z.array(file).min(1).max(10) }),
  z.strictObject({ ...by, do: z.literal('detach'), ...at, file: z.string() }),
  z.strictObject({ ...by, do: z.literal('suggest'), ...at, query: z.string() }),
  z.strictObject({ ...by, do: z.literal('submit'), view: z.string() }),
  z.strictObject({ ...by, do: z.enum(['close', 'close-all']), view: z.string() }),
  z.strictObject({ ...by, do: z.literal('shortcut'), callback: z.string(), ts: z.string().optional() }),
])
export type Doing = z.infer<typeof doSchema>

/** @throws NotOnScreen if the page was outdated and the clicked element is gone */
export async function doOnPage(workspace: Workspace, doing: Doing): Promise<{ options?: Option[] }> {
  const user = await openWindow(workspace.db.sql, doing.as, doing.window, workspace.wallClock())
  if (doing.do !== 'set' && doing.do !== 'suggest') await setAlert(workspace.db.sql, user, null)
  switch (doing.do) {
    case 'type':
      if (doing.thread !== undefined && !(await findMessage(workspace.db.sql, user.channelId, doing.thread)))
        throw new NotOnScreen('The message of this thread is in another channel.')
      await typeText(workspace, user, doing.text, (doing.files ?? []).map(decode), doing.thread)
      return {}
    case 'open':
      await goTo(workspace, user, doing.channel)
      return {}
    case 'press': {
      const { place, on } = await requireAt(workspace, user, doing)
      await press(
        workspace,
        user,
        place,
        on,
        doing.option === undefined ? undefined : optionsOf(on.element).find(({ value }) => value === doing.option),
      )
      return {}
    }
    case 'set': {
      const place = await findPlace(workspace, user, doing.place)
      if (!place && doing.place.startsWith('view:')) return {} // closed on another screen, with its values
      const target = required(targetIn(place, doing))
      await setValue(workspace, user, target.place, target.on, enteredOf(target.on, doing.value, user))
      return {}
    }
    case 'attach': {
      await attach(workspace, user, await requireAt(workspace, user, doing), doing.files.map(decode))
      return {}
    }
    case 'detach': {
      await detachFile(workspace, user, await requireAt(workspace, user, doing), doing.file)
      return {}
    }
    case 'suggest': {
      const at = await findAt(workspace, user, doing)
      if (!at) return { options: [] } // the form may be closed meanwhile, and a search needs no error
      return { options: (await suggest(workspace, user, at.place, at.on, doing.query)) ?? [] }
    }
    case 'submit': {
      const top = await topModal(workspace, user)
      if (top?.id !== doing.view) throw new NotOnScreen('This modal is closed.')
      await submitView(workspace, user, top)
      return {}
    }
    case 'close':
    case 'close-all': {
      const top = await topModal(workspace, user)
      if (top?.id !== doing.view) return {} // closed already, or covered by another form
      await (doing.do === 'close' ? closeTop : closeStack)(workspace, user)
      return {}
    }
    case 'shortcut': {
      const message = doing.ts === undefined ? undefined : await findMessage(workspace.db.sql, user.channelId, doing.ts)
      if (doing.ts !== undefined && !message) throw new NotOnScreen('This message is gone.')
      await runShortcut(workspace, user, doing.callback, message)
      return {}
    }
  }
}

/** Shows an error of a rejected file under its field, as Slack does. */
async function attach(workspace: Workspace, user: User, target: Target, brought: Brought[]): Promise<void> {
  try {
    await attachFiles(workspace, user, target, brought)
  } catch (error) {
    if (!(error instanceof NotOnScreen) || target.place.kind !== 'view') throw error
    const { id, errors } = target.place.view
    await showErrors(workspace.db.sql, id, { errors: { ...errors, [target.on.blockId]: error.message } })
  }
}

const topModal = async ({ db }: Workspace, user: User) => (await listModals(db.sql, user.id, user.windowId)).at(-1)

async function goTo(workspace: Workspace, user: User, channel: string): Promise<void> {
  if (channel === 'home') return openHome(workspace, user)
  const known = await listChannels(workspace.db.sql, user)
  if (!known.some(({ id }) => id === channel)) throw new NotOnScreen('There is no such channel.')
  await openChannel(workspace, user, channel)
}

const decode = ({ name, base64 }: z.infer<typeof file>) => ({ name, bytes: Buffer.from(base64, 'base64') })

type Address = { place: string; block: string; action: string }

const requireAt = async (workspace: Workspace, user: User, address: Address) => required(await findAt(workspace, user, address))

function required(found: Target | undefined): Target {
  if (!found) throw new NotOnScreen('This is no longer on the screen.')
  return found
}

const findAt = async (workspace: Workspace, user: User, address: Address) =>
  targetIn(await findPlace(workspace, user, address.place), address)

function targetIn(place: Place | undefined, { block, action }: Address): Target | undefined {
  const on = place && interactives(blocksOf(place)).find((each) => each.blockId === block && each.actionId === action)
  return on && { place, on }
}

async function findPlace({ db }: Pick<Workspace, 'db'>, user: User, key: string): Promise<Place | undefined> {
  const [kind, id = '', ts = ''] = key.split(':')
  if (kind === 'view') {
    const view = await findView(db.sql, { id })
    return view?.userId === user.id ? { kind: 'view', view } : undefined
  }
  const message = await findMessage(db.sql, id, ts)
  return message && (message.ephemeralTo === null || message.ephemeralTo === user.id) ? { kind: 'message', message } : undefined
}

type SetValue = Extract<Doing, { do: 'set' }>['value']
function enteredOf({ element }: Interactive, value: SetValue, user: User): unknown {
  if (value === null || value === '') return null
  if (needsOptions(element)) return takesMany(element) ? value : Array.isArray(value) ? value[0] : null
  if (!hasOwnOptions(element)) return Array.isArray(value) ? value : readTyped(element, value, user.tz)
  const wanted = Array.isArray(value) ? value : [value]
  const chosen = optionsOf(element).filter((each) => wanted.some((name) => name === each.value))
  return takesMany(element) ? chosen : (chosen[0] ?? null)
}
