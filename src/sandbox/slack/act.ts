/** The action language: what a person does, in the words they see on the screen. */
import { z } from 'zod'
import { type Option, wordsOf, optionsOf } from './block-kit.js'
import type { Workspace } from './context.js'
import { listEntered } from './views/values.js'
import { people } from './ids.js'
import { attachFiles, fillFiles } from './views/file-field.js'
import { openChannel, openHome, placeKey, press, runShortcut, setValue, typeText, suggest } from './views/interact.js'
import { listMessages, type Message } from './messages/messages.js'
import { listChannels, listUsers, requirePerson, setAlert, type User } from './people.js'
import { channelLabel } from './screen.js'
import { isStateful } from './state.js'
import { closeTop, submitView } from './views/submit.js'
import {
  findByOption,
  findTarget,
  isButton,
  namesOnScreen,
  NotOnScreen,
  reachable,
  type Target,
  findOption,
} from './views/targets.js'
import {
  needsOptions,
  hasOwnOptions,
  isChannelSelect,
  isUserSelect,
  readTyped,
  readChosen,
  takesMany,
} from './views/typed-value.js'
import { plain, readingOf } from './plain-text.js'
import { listModals } from './views/views.js'

const label = z.string().trim().min(1)
const within = z.string().optional()
const file = z.strictObject({ name: z.string().min(1), base64: z.base64() })
const as = z.enum(people)
/** Bodies of POST /sandbox/slack/act. `say` is a plain message; `thread`: a reply to the newest message with this text. */
export const actSchema = z.discriminatedUnion('do', [
  z.strictObject({ as, do: z.literal('command'), text: z.string().min(1) }),
  z.strictObject({
    as,
    do: z.literal('say'),
    text: z.string(),
    file: file.optional(),
    files: z.array(file).max(10).optional(),
    thread: z.string().optional(),
  }),
  z.strictObject({ as, do: z.literal('open_home') }),
  z.strictObject({ as, do: z.literal('open'), channel: z.string().min(1) }),
  z.strictObject({ as, do: z.literal('click'), label, within }),
  z.strictObject({ as, do: z.literal('choose'), label, option: z.union([z.string(), z.array(z.string())]), within }),
  z.strictObject({ as, do: z.literal('fill'), fields: z.record(z.string(), z.unknown()), within }),
  z.strictObject({ as, do: z.literal('submit') }),
  z.strictObject({ as, do: z.literal('close') }),
  z.strictObject({ as, do: z.literal('shortcut'), name: label, message: z.string().optional() }),
  z.strictObject({
    as,
    do: z.literal('upload'),
    label,
    file: file.optional(),
    files: z.array(file).min(1).max(10).optional(),
    within,
  }),
])
export type Act = z.infer<typeof actSchema>

/** @throws NotOnScreen if a named element is missing */
export async function perform(workspace: Workspace, act: Act): Promise<void> {
  const user = await requirePerson(workspace.db.sql, act.as)
  await setAlert(workspace.db.sql, user, null)
  switch (act.do) {
    case 'command':
      return typeText(workspace, user, act.text)
    case 'say':
      return typeText(
        workspace,
        user,
        act.text.replace(/^\//, ' /'),
        [...(act.file ? [act.file] : []), ...(act.files ?? [])].map(bytesOf),
        act.thread === undefined ? undefined : rootOf(await requireMessage(workspace, user, act.thread)),
      )
    case 'open_home':
      return openHome(workspace, user)
    case 'open':
      return openChannel(workspace, user, await requireChannelId(workspace, user, act.channel))
    case 'click':
      return click(workspace, user, act)
    case 'choose':
      return choose(workspace, user, act)
    case 'fill':
      return fill(workspace, user, act)
    case 'submit':
      return submit(workspace, user)
    case 'close':
      if (!(await closeTop(workspace, user))) throw new NotOnScreen('No modal is open.')
      return
    case 'shortcut':
      return shortcut(workspace, user, act)
    case 'upload':
      return upload(workspace, user, act)
  }
}

const bytesOf = ({ name, base64 }: { name: string; base64: string }) => ({ name, bytes: Buffer.from(base64, 'base64') })

async function requireChannelId({ db }: Workspace, user: User, request: string): Promise<string> {
  const listed = await listChannels(db.sql, user)
  const name = plain(request.replace(/^#/, ''))
  const found = listed.find(
    (channel) => channel.id === request || plain(channelLabel(channel)) === name || (channel.imUserId !== null && name === 'dm'),
  )
  if (!found) throw new NotOnScreen(`There is no channel "${request}". Channels: ${listed.map(channelLabel).join(', ')}.`)
  return found.id
}

type Click = { label: string; within?: string | undefined }
async function click(workspace: Workspace, user: User, request: Click): Promise<void> {
  const places = await reachable(workspace, user)
  const button = findTarget(places, request, isButton)
  if (button) return press(workspace, user, button.place, button.on)
  const top = (await listModals(workspace.db.sql, user.id, user.windowId)).at(-1)
  const isFrame = (word: string) => word !== '' && plain(word) === plain(request.label)
  if (top && isFrame(wordsOf(top.view.submit))) return submitView(workspace, user, top)
  if (top && isFrame(wordsOf(top.view.close) || 'Cancel')) return void (await closeTop(workspace, user))
  const menu = findByOption(places, request, ({ on }) => ['overflow', 'feedback_buttons'].includes(on.element.type))
  if (menu) return press(workspace, user, menu.target.place, menu.target.on, menu.option)
  const choice = findByOption(places, request, ({ on }) => ['radio_buttons', 'checkboxes'].includes(on.element.type))
  if (choice) return toggle(workspace, user, choice)
  const frame = top ? [wordsOf(top.view.submit), wordsOf(top.view.close)].filter((word) => word !== '') : []
  throw new NotOnScreen(notThere('button', request, [...namesOnScreen(places, isButton), ...frame]))
}

/** Selects a radio button, or toggles a checkbox. */
async function toggle(workspace: Workspace, user: User, { target, option }: { target: Target; option: Option }): Promise<void> {
  const { place, on } = target
  if (on.element.type === 'radio_buttons') return setValue(workspace, user, place, on, option)
  const entered = await listEntered(workspace.db.sql, user.id, placeKey(place))
  const chosen = (entered[on.blockId]?.[on.actionId]?.['selected_options'] ?? on.element.initial_options ?? []) as Option[] // written by entryOf
  const rest = chosen.filter((each) => each.value !== option.value)
  return setValue(workspace, user, place, on, rest.length < chosen.length ? rest : [...chosen, option])
}

type Choose = { label: string; option: string | string[]; within?: string | undefined }
async function choose(workspace: Workspace, user: User, request: Choose): Promise<void> {
  const places = await reachable(workspace, user)
  const named = typeof request.option === 'string' ? [request.option] : request.option
  const isChoice = ({ on: { element } }: Target) =>
    hasOwnOptions(element) ||
    needsOptions(element) ||
    isChannelSelect(element) ||
    isUserSelect(element) ||
    element.type === 'overflow'
  const target =
    findTarget(places, request, isChoice) ??
    (['more', '…', '...', 'more actions'].includes(plain(request.label))
      ? findByOption(places, { label: named[0] ?? '', within: request.within }, ({ on }) => on.element.type === 'overflow')
          ?.target
      : undefined)
  if (!target) throw new NotOnScreen(notThere('choice', request, namesOnScreen(places, isChoice)))
  const [name = ''] = named
  if (isChannelSelect(target.on.element)) return chooseChannel(workspace, user, target, name)
  if (isUserSelect(target.on.element)) return choosePeople(workspace, user, target, named)
  await chooseIn(workspace, user, target, named)
}

/** Selects a channel by its name or id. */
async function chooseChannel(workspace: Workspace, user: User, { place, on }: Target, name: string): Promise<void> {
  await setValue(workspace, user, place, on, await requireChannelId(workspace, user, name))
}

/** Selects people, each by one of their names, or their id. */
async function choosePeople(workspace: Workspace, user: User, { place, on }: Target, names: readonly string[]): Promise<void> {
  const listed = (await listUsers(workspace.db.sql)).filter(({ teamId }) => teamId === user.teamId)
  const ids = names.map((name) => {
    const found = listed.find((one) => one.id === name || plain(one.name) === plain(name) || plain(one.realName) === plain(name))
    if (found) return found.id
    throw new NotOnScreen(`There is nobody called "${name}". People: ${listed.map(({ realName }) => realName).join(', ')}.`)
  })
  await setValue(workspace, user, place, on, takesMany(on.element) ? ids : ids[0])
}

type Fill = { fields: Record<string, unknown>; within?: string | undefined }
async function fill(workspace: Workspace, user: User, request: Fill): Promise<void> {
  for (const [name, typed] of Object.entries(request.fields)) {
    const places = await reachable(workspace, user) // again: a dispatching field may have changed the view
    const isField = ({ on }: Target) => isStateful(on.element)
    const target = findTarget(places, { label: name, within: request.within }, isField)
    if (!target) throw new NotOnScreen(notThere('field', { label: name, within: request.within }, namesOnScreen(places, isField)))
    const { element } = target.on
    if (element.type === 'file_input') {
      await fillFiles(workspace, user, target, typed === null ? [] : namesIn(typed))
      continue
    }
    if (isChannelSelect(element) && typeof typed === 'string' && typed !== '') {
      await chooseChannel(workspace, user, target, typed)
      continue
    }
    if (isUserSelect(element) && typed !== null && typed !== '') {
      await choosePeople(workspace, user, target, namesIn(typed))
      continue
    }
    const isChoice = hasOwnOptions(element) || needsOptions(element)
    if (isChoice && typed !== null) await chooseIn(workspace, user, target, namesIn(typed))
    else await setValue(workspace, user, target.place, target.on, isChoice ? null : readTyped(element, typed, user.tz))
  }
}

function namesIn(typed: unknown): string[] {
  const named = z.union([z.string(), z.array(z.string())]).safeParse(typed)
  if (!named.success) throw new NotOnScreen('Options and files are named by their text, or by a list of texts.')
  return typeof named.data === 'string' ? [named.data] : named.data
}

async function submit(workspace: Workspace, user: User): Promise<void> {
  const top = (await listModals(workspace.db.sql, user.id, user.windowId)).at(-1)
  if (!top) throw new NotOnScreen('No modal is open.')
  if (!top.view.submit) throw new NotOnScreen(`"${wordsOf(top.view.title)}" has no submit button.`)
  if (top.view.submit_disabled) throw new NotOnScreen(`The submit button of "${wordsOf(top.view.title)}" is disabled.`)
  await submitView(workspace, user, top)
}

async function shortcut(
  workspace: Workspace,
  user: User,
  request: { name: string; message?: string | undefined },
): Promise<void> {
  const type = request.message === undefined ? 'global' : 'message'
  const listed = workspace.features.shortcuts.filter((each) => each.type === type)
  const found = listed.find((each) => plain(each.name) === plain(request.name))
  if (!found)
    throw new NotOnScreen(
      notThere(
        `${type} shortcut`,
        { label: request.name },
        listed.map(({ name }) => name),
      ),
    )
  if (request.message === undefined) return runShortcut(workspace, user, found.callbackId)
  await runShortcut(workspace, user, found.callbackId, await requireMessage(workspace, user, request.message))
}

/** Finds the newest message of the channel with this text. @throws NotOnScreen */
async function requireMessage(workspace: Workspace, user: User, text: string): Promise<Message> {
  const wanted = plain(text)
  const messages = (await listMessages(workspace.db.sql, user.channelId, user.id)).reverse()
  const message = messages.find(
    (each) => each.ephemeralTo === null && (plain(each.text).includes(wanted) || readingOf(each.blocks).includes(wanted)),
  )
  if (!message) throw new NotOnScreen(`No message here contains "${text}".`)
  return message
}

const rootOf = ({ ts, threadTs }: Message): string => threadTs ?? ts

type Encoded = { name: string; base64: string }
type Upload = { label: string; file?: Encoded | undefined; files?: Encoded[] | undefined; within?: string | undefined }
async function upload(workspace: Workspace, user: User, request: Upload): Promise<void> {
  const places = await reachable(workspace, user)
  const isFileField = ({ on }: Target) => on.element.type === 'file_input'
  const target = findTarget(places, request, isFileField)
  if (!target) throw new NotOnScreen(notThere('file field', request, namesOnScreen(places, isFileField)))
  const brought = [...(request.file ? [request.file] : []), ...(request.files ?? [])]
  if (brought.length === 0) throw new NotOnScreen('Say which file: {name, base64} as file, or several as files.')
  await attachFiles(workspace, user, target, brought.map(bytesOf))
}

function notThere(kind: string, { label: name, within: near }: Click, there: readonly string[]): string {
  const where = near === undefined ? '' : ` within "${near}"`
  return `There is no ${kind} "${name}"${where}. There is: ${there.join(', ') || 'nothing of the kind'}.`
}

/** Picks options: of the element itself, or loaded from the app by typing. */
const DEFAULT_MIN_QUERY_LENGTH = 3
/** The most options that an error message lists. */
const MAX_LISTED = 10

/** @throws NotOnScreen if there is no such option */
async function chooseIn(workspace: Workspace, user: User, target: Target, named: readonly string[]): Promise<void> {
  const { place, on } = target
  if (on.element.type === 'overflow') {
    const option = findOption(optionsOf(on.element), named[0] ?? '')
    if (!option) throw new NotOnScreen(`There is no option "${named[0]}". Options: ${texts(optionsOf(on.element))}.`)
    return press(workspace, user, place, on, option)
  }
  if (!needsOptions(on.element)) return setValue(workspace, user, place, on, readChosen(on.element, named))
  const found: Option[] = []
  for (const name of named) found.push(await searchOption(workspace, user, target, name))
  await setValue(workspace, user, place, on, takesMany(on.element) ? found : (found[0] ?? null))
}

/** Types the option's text into an external select and picks it from the app's suggestions. */
async function searchOption(workspace: Workspace, user: User, { place, on }: Target, name: string): Promise<Option> {
  const least = on.element.min_query_length ?? DEFAULT_MIN_QUERY_LENGTH
  if ([...name].length < least) throw new NotOnScreen(`This field searches from ${least} characters on; "${name}" is shorter.`)
  const offered = await suggest(workspace, user, place, on, name)
  if (!offered) throw new NotOnScreen('The app gave no options for this field.')
  const option = findOption(offered, name)
  if (option) return option
  const listed = offered.length > 0 || least > 0 ? offered : await suggest(workspace, user, place, on, '')
  throw new NotOnScreen(`The field offers no "${name}". It offers: ${texts(listed ?? []) || 'nothing'}.`)
}

function texts(options: readonly Option[]): string {
  const more = options.length > MAX_LISTED ? [`and ${options.length - MAX_LISTED} more`] : []
  return [...options.slice(0, MAX_LISTED).map((option) => wordsOf(option.text)), ...more].join(', ')
}
