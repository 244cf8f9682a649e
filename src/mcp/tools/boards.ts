/** Boards, pins that fit them, and keywords on Pinterest. */
import { z } from 'zod'
import { KEYWORD_LENGTH } from '../../core/insight/relevance/keyword-rule.js'
import { text, boardId } from '../../http/schemas.js'
import { timeOrNull } from '../show/pins.js'
import { limit } from '../inputs.js'
import { type MakeTool, toolOf, view } from '../tool.js'

const BOARDS = { usual: 50, most: 200 }
const IDEAS = { usual: 10, most: 25 }
const DESCRIPTION_LENGTH = 200
const MOST_FITTING = 10

const cut = (words: string | null) =>
  words === null || words.length <= DESCRIPTION_LENGTH ? words : `${words.slice(0, DESCRIPTION_LENGTH).toWellFormed()}…`

const keyword = text()
  .min(1)
  .max(KEYWORD_LENGTH * 4)
  .meta({ description: 'As someone would search for it' })

const listBoards = view({
  name: 'list_boards',
  title: 'Read the boards',
  description: 'The boards of an account with their ids, by name.',
  of: 'listBoards',
  inputs: {
    words: text().max(200).optional().meta({ description: 'All in the name' }),
    limit: limit(BOARDS.most, BOARDS.usual),
    offset: z.int().min(0).max(100_000).optional().meta({ description: 'nextOffset' }),
  },
  isOpenWorld: true,
  show(account, { data: { boards, cachedAt } }, { words = '', limit: most = BOARDS.usual, offset = 0 }) {
    const parts = words
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const found = boards.filter(({ name }) => parts.every((word) => name.toLowerCase().includes(word)))
    return {
      accountId: account.id,
      boards: found
        .slice(offset, offset + most)
        .map(({ id, name, description, pinCount, isSecret, isCollaborator, defaultLink }) => ({
          boardId: id,
          name,
          description: cut(description),
          pinCount,
          isSecret,
          isCollaborator,
          defaultLink,
        })),
      readAt: timeOrNull(account, cachedAt),
      ...(found.length > offset + most && { nextOffset: offset + most }),
    }
  },
})

const findIdeas = view({
  name: 'find_ideas',
  title: 'Find ideas',
  description: 'Other people’s public pins on a keyword, for a board. Free, a limited number of keywords an hour.',
  of: 'listRecommendedPins',
  inputs: { boardId: boardId(), keyword, limit: limit(IDEAS.most, IDEAS.usual) },
  isOpenWorld: true,
  give: (fields) => ({ ...fields, limit: fields.limit ?? IDEAS.usual }),
  show: (account, { data: { pins } }) => ({
    accountId: account.id,
    pins: pins.map(({ id, title, description, link, relevance }) => ({
      pinterestId: id,
      pinterestUrl: account.pages.pin(id),
      title,
      description: cut(description),
      link,
      relevance,
    })),
  }),
})

const checkFit = toolOf({
  name: 'check_fit',
  title: 'Check the fit of a board',
  description: 'Scores how well a board’s pins fit a keyword. Costs a credit or trial pin; free on legacy and Shopify plans.',
  of: ['getBoardRelevance', 'getUsage'],
  inputs: { boardId: boardId(), keyword },
  isOpenWorld: true,
  hasOthersText: false,
  async run({ perform, isDry }, fields) {
    if (isDry) {
      const { usage } = (await perform('getUsage')).data
      const paid =
        usage.credits > 0 || usage.trialPinsLeft === 0
          ? `1 credit of the ${usage.credits} left`
          : `1 trial pin of the ${usage.trialPinsLeft} left`
      return { done: false, dryRun: true, price: usage.billingSystem === 'modular' ? paid : 'nothing' }
    }
    const { relevance } = (await perform('getBoardRelevance', fields)).data
    if (relevance.state === 'absent') return { done: true, fit: 'unknown' }
    return {
      done: true,
      fit: relevance.relevance,
      contributingPins: relevance.contributingPinCount,
      scoredPins: relevance.scoredPinCount,
      ...(relevance.truncated && { isSample: true }),
      bestPinterestIds: relevance.pins.slice(0, MOST_FITTING).map(({ pinId }) => pinId),
    }
  },
})

export const boardTools: MakeTool[] = [listBoards, findIdeas, checkFit]
