/** A person in the local Slack workspace, for tests: `await ada.command('/pin queue')`, `await ada.click('Edit')`. */
import type { Act } from '../../src/sandbox/slack/act.js'
import type { Who } from '../../src/sandbox/slack/ids.js'
import type { Screen } from '../../src/sandbox/slack/screen.js'

type Verb<A> = A extends Act ? Omit<A, 'as'> : never
/** Where the workspace is: the app's address, or the workspace itself in the same process. */
export type ScreenDriver = string | { act(act: Act): Promise<Screen>; screen(who: Who): Promise<Screen> }
type Near = { within?: string }

export type SlackUser = {
  /** Any action of the act language. @throws Error with the sentence of a 400 */
  act(verb: Verb<Act>): Promise<Screen>
  command(text: string): Promise<Screen>
  /** A reply in the thread of the newest message with this text. */
  reply(thread: string, text: string): Promise<Screen>
  /** A plain message in the current channel, with up to ten files. */
  say(text: string, ...files: { name: string; bytes: Buffer }[]): Promise<Screen>
  openHome(): Promise<Screen>
  open(channel: string): Promise<Screen>
  click(label: string, near?: Near): Promise<Screen>
  choose(label: string, option: string | string[], near?: Near): Promise<Screen>
  fill(fields: Record<string, unknown>, near?: Near): Promise<Screen>
  submit(): Promise<Screen>
  close(): Promise<Screen>
  shortcut(name: string, message?: string): Promise<Screen>
  /** Files into a file field, in their order. */
  upload(label: string, ...files: { name: string; bytes: Buffer }[]): Promise<Screen>
  screen(): Promise<Screen>
}

/** Fields of the composer that a person finds below its "More". */
const BELOW_MORE = ['Image link', 'Alt text', 'Section', 'Also on', 'Product tags', 'Pin type']

/** What follows them may be there only once the form was drawn again. */
const REDRAWS = ['Account', 'Board', 'Also on', 'When', 'How often']

/** A person waits for the form after each of those. */
function inSteps(fields: Record<string, unknown>): Record<string, unknown>[] {
  const steps: Record<string, unknown>[] = [{}]
  for (const [label, value] of Object.entries(fields)) {
    Object.assign(steps.at(-1) ?? {}, { [label]: value })
    if (REDRAWS.includes(label)) steps.push({})
  }
  return steps.filter((step, index) => index === 0 || Object.keys(step).length > 0)
}

export function aSlackUser(driver: ScreenDriver, as: Who): SlackUser {
  const act = (verb: Verb<Act>): Promise<Screen> => {
    const whole: Act = { as, ...verb }
    return typeof driver === 'string' ? overHttp(`${driver}/sandbox/slack/act`, whole) : driver.act(whole)
  }
  const screen = () => (typeof driver === 'string' ? overHttp(`${driver}/sandbox/slack/screen?as=${as}`) : driver.screen(as))
  const inBase64 = ({ name, bytes }: { name: string; bytes: Buffer }) => ({ name, base64: bytes.toString('base64') })
  return {
    act,
    command: (text) => act({ do: 'command', text }),
    say: (text, ...files) => act({ do: 'say', text, ...(files.length > 0 && { files: files.map(inBase64) }) }),
    reply: (thread, text) => act({ do: 'say', text, thread }),
    openHome: () => act({ do: 'open_home' }),
    open: (channel) => act({ do: 'open', channel }),
    click: (label, near = {}) => act({ do: 'click', label, ...near }),
    choose: (label, option, near = {}) => act({ do: 'choose', label, option, ...near }),
    fill: async (fields, near = {}) => {
      const { modal } = await screen()
      const shown = (modal?.fields ?? []).map(({ label }) => label)
      const isBelow = Object.keys(fields).some((label) => BELOW_MORE.includes(label) && !shown.includes(label))
      if (isBelow && modal?.buttons.includes('More')) await act({ do: 'click', label: 'More' })
      const steps = inSteps(fields)
      for (const step of steps.slice(0, -1)) await act({ do: 'fill', fields: step, ...near })
      return act({ do: 'fill', fields: steps.at(-1) ?? {}, ...near })
    },
    submit: () => act({ do: 'submit' }),
    close: () => act({ do: 'close' }),
    shortcut: (name, message) => act({ do: 'shortcut', name, ...(message === undefined ? {} : { message }) }),
    upload: (label, ...files) => act({ do: 'upload', label, files: files.map(inBase64) }),
    screen,
  }
}

async function overHttp(url: string, body?: object): Promise<Screen> {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, sent)
  const answer = (await response.json()) as { screen: Screen; error?: string } // the routes' own answer
  if (!response.ok) throw new Error(answer.error ?? `${response.status}`)
  return answer.screen
}
