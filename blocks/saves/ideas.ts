/** Public pins of others for a keyword, as inspiration for own pins. */
import type { AnyBlock } from '@slack/types'
import type { RecommendedPin } from '../../src/core/insight/relevance/recommended/recommended-pins.js'
import type { PlatformPages } from '../../src/core/ports/platform.js'
import type { ComposerMemory } from '../composer/memory.js'
import { connectAgain, type Connects } from '../admin/connect.js'
import { hostOf } from '../kit/host.js'
import type { KeywordRef, NamedBoard } from '../relevance/fit-question.js'
import {
  actions,
  button,
  clip,
  context,
  divider,
  escape,
  header,
  inline,
  type Message,
  oneLine,
  type Picture,
  picture,
  section,
} from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { isSavable, saveButton } from './form.js'
import { accountLine, boardText, keywordText, reasonLine, TIER_NAMES } from '../relevance/text.js'

export const action = {
  openIdeas: 'open_find_ideas',
  ideasMore: 'more_ideas',
  ideasAgain: 'ideas_again',
  /** Opens the composer with an idea. */
  useIdea: 'use_idea',
} as const

/** `from`: where the page begins. */
export type IdeasRef = KeywordRef & { from: number }
/** The value of "Use as inspiration". `inspiration` is shown while the pin is made, and is no part of it. */
export type UseIdea = { accountId: string; boardId: string; inspiration?: NonNullable<ComposerMemory['inspiration']> }

export type IdeaPin = RecommendedPin & { /** null: there is none (yet). */ picture: Picture | null }
export type IdeasModel = {
  board: NamedBoard
  /** The account's name, if there are several. */
  account: string | undefined
  requested: IdeasRef
  /** The pins of this page. */
  pins: IdeaPin[]
  /** The number of pins on all pages. */
  count: number
  /** Whether the reader makes pins. */
  canMake: boolean
  pages: PlatformPages
}

export const IDEAS_A_PAGE = 10

const PUBLIC = 'Free. Public pins for inspiration: use your own image and words, or save one to your board.'

export function ideasMessage(model: IdeasModel): Message {
  const { board, account, requested, pins, count } = model
  const { from } = requested
  if (count === 0) return nothingFound(model)
  if (pins.length === 0) return { text: 'No more.', blocks: [section('No more.'), actions([anotherKeyword(requested)])] }
  const headline = `${from === 0 ? 'Ideas' : 'More ideas'} for ${boardText(board)}: ${keywordText(requested.keyword)}`
  return {
    text: `${escape(headline)}: ${pins
      .slice(0, 3)
      .map((pin) => inline(headingOf(pin), 60))
      .join(', ')}`,
    blocks: [
      header(headline),
      context(PUBLIC),
      ...accountLine(account),
      ...pins.flatMap((pin, index) => [...(index > 0 ? [divider()] : []), ...rows(pin, model)]),
      context(`${from + 1} to ${from + pins.length} of ${count}, none on the board yet.`),
      actions([...moreButton(model), anotherKeyword(requested)]),
    ],
  }
}

function nothingFound({ board, account, requested }: IdeasModel): Message {
  const none = `No public pins about ${keywordText(requested.keyword)} fit ${boardText(board)}.`
  return {
    text: escape(none),
    blocks: [
      section(escape(none)),
      context(
        'Try fewer or more common words, like “kitchen shelves” instead of “narrow oak spice shelves”. This search was free.',
      ),
      ...accountLine(account),
      actions([anotherKeyword(requested)]),
    ],
  }
}

function rows(pin: IdeaPin, { requested, canMake, pages }: IdeasModel): AnyBlock[] {
  const { accountId, boardId } = requested
  const host = hostOf(pin.link)
  const lines = [
    `*${inline(headingOf(pin), ROW_TITLE)}*`,
    `*${TIER_NAMES[pin.relevance]}*: ${reasonLine(pin.explanation)}`,
    [...(host === '' ? [] : [`leads to ${inline(host, ROW_HOST)}`]), linkTo(pages.pin(pin.id), 'View on Pinterest')].join(
      '  ·  ',
    ),
  ]
  return [
    section(lines.join('\n'), picture(pin.picture, `Someone else’s pin: ${headingOf(pin)}`)),
    ...(canMake
      ? [
          actions([
            ...(isSavable(pin.id) ? [saveButton({ accountId, boardId, pinId: pin.id }, headingOf(pin))] : []),
            useButton(pin, requested, pages),
          ]),
        ]
      : []),
  ]
}

/** Keeps ten rows within the 13,200 characters of a message. */
const ROW_TITLE = 60
const ROW_HOST = 40

/** The title, else the description. */
function headingOf({ title, description }: Pick<RecommendedPin, 'title' | 'description'>): string {
  const words = [title, description].find((text) => text !== null && oneLine(text) !== '')
  return words ?? 'Untitled pin'
}

/** A longer address is left out: a button's value holds 2,000 characters as JSON, and private metadata is limited, too. */
const LONGEST_PICTURE = 600

function useButton(pin: IdeaPin, { accountId, boardId }: KeywordRef, pages: PlatformPages) {
  const { thumbnailUrl } = pin
  const inspiration = {
    title: clip(oneLine(headingOf(pin)), ROW_TITLE),
    url: pages.pin(pin.id),
    ...(thumbnailUrl !== null && thumbnailUrl.length <= LONGEST_PICTURE && { picture: thumbnailUrl }),
  }
  return button({
    text: 'Use as inspiration',
    actionId: action.useIdea,
    value: JSON.stringify({ accountId, boardId, inspiration } satisfies UseIdea),
    label: `Use as inspiration: ${headingOf(pin)}`,
  })
}

function moreButton({ requested, pins, count }: IdeasModel) {
  const from = requested.from + pins.length
  if (from >= count) return []
  return [button({ text: 'Show more', actionId: action.ideasMore, value: JSON.stringify({ ...requested, from }) })]
}

const anotherKeyword = ({ accountId, boardId }: KeywordRef) =>
  button({ text: 'Another keyword', actionId: action.openIdeas, value: JSON.stringify({ accountId, boardId }) })

export type IdeasFailed = {
  /** null: the board no longer exists. */
  board: NamedBoard | null
  account: string | undefined
  requested: IdeasRef
  sentence: string
  connects?: Connects
  /** A retry may succeed. */
  canRepeat: boolean
}

/** Replaces the ideas when they cannot be read. */
export function ideasFailedMessage({ board, account, requested, sentence, connects, canRepeat }: IdeasFailed): Message {
  const wanted = `Ideas for ${boardText(board ?? { name: '' })}: ${keywordText(requested.keyword)}`
  return {
    text: `${escape(wanted)}. ${escape(sentence)}`,
    blocks: [
      section(`*${escape(wanted)}*`),
      section(`:warning: ${escape(sentence)}`),
      ...accountLine(account),
      actions([
        ...(connects ? [connectAgain(connects, 'primary')] : []),
        ...(canRepeat ? [button({ text: 'Try again', actionId: action.ideasAgain, value: JSON.stringify(requested) })] : []),
        anotherKeyword(requested),
      ]),
    ],
  }
}
