/** What people often want of an agent, as prompts that a host offers them by name. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

type Prompt = { name: string; title: string; description: string; argument: { name: string; description: string }; text: string }

const PROMPTS: readonly Prompt[] = [
  {
    name: 'plan_my_week',
    title: 'Plan my week',
    description: 'Fills the open slots of the next seven days with drafts',
    argument: { name: 'topic', description: 'What the pins should be about; left out: what the account usually pins' },
    text: 'Plan the next seven days. Read the schedule and the boards, and see which slots are open. Look at the drafts that wait, at what did well in the stats, and at ideas. Propose a pin for each open slot, drafts first, and show me the list with times and boards. When I agree, make the drafts, and schedule or ask for approval as this key may. Never invent facts about a product.',
  },
  {
    name: 'fill_from_photos',
    title: 'Fill from these photos',
    description: 'Makes a draft of each photo or page that you give',
    argument: { name: 'photos', description: 'Addresses of photos or pages, one a line' },
    text: 'Make a draft of each of these photos or pages. Choose the board that fits, and write a title of at most 100 characters, a description, and alt text that says what the photo shows. Leave the link out where I gave none. Show me all of them before you make any; do not schedule them.',
  },
  {
    name: 'what_failed',
    title: 'What failed?',
    description: 'Explains what did not go out, and what to do',
    argument: { name: 'days', description: 'How many days to look back; left out: seven' },
    text: 'Find the pins that failed, that are late or that wait. Group them by reason, and say of each group in a sentence what happened and who can do what about it. Propose the fixes, show me what each would do, and do those that I agree to.',
  },
]

export const listPrompts = () => PROMPTS.map(({ argument, text: _, ...prompt }) => ({ ...prompt, arguments: [argument] }))

/** @throws ProtocolError InvalidParams: there is none of this name */
export function readPrompt(name: string, given: Record<string, string> = {}) {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt “${name.slice(0, 100)}”. The prompts are: ${PROMPTS.map((one) => one.name).join(', ')}.`,
    )
  const { argument, text, description } = prompt
  const said = given[argument.name]
  const words = said === undefined || said.trim() === '' ? text : `${text}\n\n${argument.name}: ${said}`
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }] }
}
