/** Boards, pins that fit them, and keywords on Pinterest. */
import { z } from 'zod'
import { KEYWORD_LENGTH } from '../../core/insight/relevance/keyword-rule.js'
import { text, boardId } from '../../http/schemas.js'
import { timeOrNull, timeSchema } from '../show/pins.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { accountId, asQuery, dryRun, limit } from './inputs.js'

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

const listBoards = defineTool({
  name: 'list_boards',
  title: 'Read the boards',
  description: 'The boards of an account with their ids, by name.',
  input: z.strictObject({
    accountId,
    words: text().max(200).optional().meta({ description: 'All in the name' }),
    limit: limit(BOARDS.most, BOARDS.usual),
    offset: z.int().min(0).max(100_000).optional().meta({ description: 'nextOffset' }),
  }),
  output: z.object({
    accountId: z.string(),
    boards: z.array(
      z.object({
        boardId: z.string(),
        name: z.string(),
        description: z.string().nullable(),
        pinCount: z.int(),
        isSecret: z.boolean(),
        isCollaborator: z.boolean(),
        defaultLink: z.string().nullable(),
      }),
    ),
    /** The time of the last reading from Pinterest */
    readAt: timeSchema.nullable(),
    /** If there are more: pass it as offset in the next call */
    nextOffset: z.int().optional(),
  }),
  hints: { isReadOnly: true, isIdempotent: true, isOpenWorld: true },
  hasOthersText: true,
  async run(caller, { words = '', limit: most = BOARDS.usual, offset = 0, ...input }) {
    const account = await caller.account(input.accountId)
    const { boards, cachedAt } = (await caller.ask('listBoards', { params: { accountId: account.id } })).data
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

const findIdeas = defineTool({
  name: 'find_ideas',
  title: 'Find ideas',
  description: 'Other people’s public pins on a keyword, for a board. Free, a limited number of keywords an hour.',
  input: z.strictObject({ accountId, boardId: boardId(), keyword, limit: limit(IDEAS.most, IDEAS.usual) }),
  output: z.object({
    accountId: z.string(),
    pins: z.array(
      z.object({
        pinterestId: z.string(),
        pinterestUrl: z.string(),
        title: z.string().nullable(),
        description: z.string().nullable(),
        link: z.string().nullable(),
        relevance: z.string(),
      }),
    ),
  }),
  hints: { isReadOnly: true, isIdempotent: true, isOpenWorld: true },
  hasOthersText: true,
  async run(caller, { boardId: board, keyword: about, limit: most = IDEAS.usual, ...input }) {
    const account = await caller.account(input.accountId)
    const asked = { params: { accountId: account.id, boardId: board }, query: asQuery({ keyword: about, limit: most }) }
    const { pins } = (await caller.ask('listRecommendedPins', asked)).data
    return {
      accountId: account.id,
      pins: pins.map(({ id, title, description, link, relevance }) => ({
        pinterestId: id,
        pinterestUrl: account.pages.pin(id),
        title,
        description: cut(description),
        link,
        relevance,
      })),
    }
  },
})

const checkFit = defineTool({
  name: 'check_fit',
  title: 'Check the fit of a board',
  description: 'Scores how well a board’s pins fit a keyword. Costs a credit or trial pin; free on legacy and Shopify plans.',
  input: z.strictObject({ accountId, boardId: boardId(), keyword, dryRun }),
  output: z.object({
    done: z.boolean(),
    dryRun: z.boolean().optional(),
    price: z.string().optional(),
    /** The fit from excellent to poor; unknown: none of its pins can be read (free) */
    fit: z.string().optional(),
    contributingPins: z.int().optional(),
    scoredPins: z.int().optional(),
    isSample: z.boolean().optional(),
    bestPinterestIds: z.array(z.string()).optional(),
  }),
  hints: { isOpenWorld: true },
  async run(caller, { boardId: board, keyword: about, dryRun: isDry = false, ...input }) {
    const account = await caller.account(input.accountId)
    if (isDry) {
      const { usage } = (await caller.ask('getUsage', { params: { accountId: account.id } })).data
      const paid =
        usage.credits > 0 || usage.trialPinsLeft === 0
          ? `1 credit of the ${usage.credits} left`
          : `1 trial pin of the ${usage.trialPinsLeft} left`
      return { done: false, dryRun: true, price: usage.billingSystem === 'modular' ? paid : 'nothing' }
    }
    const asked = { params: { accountId: account.id, boardId: board }, query: asQuery({ keyword: about }) }
    const { relevance } = (await caller.ask('getBoardRelevance', asked)).data
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

export const boardTools: Tool[] = [listBoards, findIdeas, checkFit]
