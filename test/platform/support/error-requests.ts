/** The calls to the platform that somebody waits for, through each entry point: /v1, and the forms and verbs of Slack. */
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { errorsOf, lastMessage } from '../../slack/support/a-team.js'
import { type ErrorStack, type V1Answer, wordsOf } from './error-stack.js'

export type Asked = {
  name: string
  v1: (stack: ErrorStack) => Promise<V1Answer>
  /** What a person reads then; absent: Slack has no such question. */
  slack?: (stack: ErrorStack) => Promise<string>
}

const member = ({ team }: ErrorStack) => team.current.milo

/** What is read on a screen: under its field, on top of a form, or in the newest message. */
function sentenceOn(screen: Screen): string {
  const errors = Object.values(errorsOf(screen))
  if (errors.length > 0) return errors.join(' ')
  const said = screen.modal ? screen.modal.blocks[0]?.text : lastMessage(screen).text
  return wordsOf(typeof said === 'string' ? said : (said?.text ?? ''))
}

async function fromBoards(stack: ErrorStack, verb: string, board: string): Promise<Screen> {
  const milo = member(stack)
  await milo.command('/pin boards')
  return milo.click(verb, { within: board })
}

export const readSections: Asked = {
  name: 'sections of a board',
  v1: ({ ask }) => ask('GET', '/boards/102/sections'),
  slack: async (stack) => sentenceOn(await fromBoards(stack, 'Sections', 'Garden')),
}

export const createBoard: Asked = {
  name: 'make a board',
  v1: ({ ask }) => ask('POST', '/boards', { name: 'Balcony' }),
  slack: (stack) => makeBoard(stack, 'Terrace'),
}

export const createTakenBoard: Asked = {
  name: 'make a board',
  v1: ({ ask }) => ask('POST', '/boards', { name: 'Garden' }),
  slack: (stack) => makeBoard(stack, 'Garden'),
}

async function makeBoard(stack: ErrorStack, name: string): Promise<string> {
  const milo = member(stack)
  await milo.command('/pin boards')
  await milo.click('New board')
  await milo.fill({ Name: name })
  return sentenceOn(await milo.submit())
}

export const renameBoard: Asked = {
  name: 'rename a board',
  v1: ({ ask }) => ask('PATCH', '/boards/102', { name: 'Vegetables' }),
  async slack(stack) {
    await fromBoards(stack, 'Edit', 'Garden')
    const milo = member(stack)
    await milo.fill({ Name: 'Flowers' })
    return sentenceOn(await milo.submit())
  },
}

export const createSection: Asked = {
  name: 'add a section',
  v1: ({ ask }) => ask('POST', '/boards/101/sections', { name: 'Hooks' }),
  async slack(stack) {
    const milo = member(stack)
    await fromBoards(stack, 'Sections', 'Kitchen ideas')
    await milo.click('Add a section')
    await milo.fill({ Name: 'Baskets' })
    return sentenceOn(await milo.submit())
  },
}

export const deleteSection: Asked = {
  name: 'delete a section',
  v1: ({ ask }) => ask('DELETE', '/boards/101/sections/1011'),
  async slack(stack) {
    await fromBoards(stack, 'Sections', 'Kitchen ideas')
    return sentenceOn(await member(stack).click('Delete', { within: 'Lamps' }))
  },
}

export const deleteUnknownSection: Asked = {
  name: 'delete a section',
  v1: ({ ask }) => ask('DELETE', '/boards/101/sections/777'),
}

export const accountAnalytics: Asked = {
  name: 'numbers of an account',
  v1: ({ ask }) => ask('GET', '/analytics'),
  slack: async (stack) => sentenceOn(await member(stack).command('/pin stats 7')),
}

export const topPins: Asked = {
  name: 'top pins',
  v1: ({ ask }) => ask('GET', '/top-pins'),
  slack: async (stack) => sentenceOn(await member(stack).command('/pin top')),
}

export const recommendedPins: Asked = {
  name: 'recommended pins',
  v1: ({ ask }) => ask('GET', '/boards/101/recommended-pins?keyword=shelves'),
  slack: async (stack) => sentenceOn(await member(stack).command('/pin ideas "Kitchen ideas" shelves')),
}

export const trends: Asked = { name: 'what people search for', v1: ({ ask }) => ask('GET', '/trends') }

export const scoreBoard: Asked = {
  name: 'the score of a board',
  v1: ({ ask }) => ask('GET', '/boards/102/relevance?keyword=herbs'),
  async slack(stack) {
    const milo = member(stack)
    await milo.command('/pin fit "Garden" herbs')
    return sentenceOn(await milo.click('Score it for 1 credit'))
  },
}

export const pinAnalytics: Asked = { name: 'numbers of a pin', v1: ({ ask }) => ask('GET', '/pins/7777/analytics') }
