import type { Post } from '../../core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../../core/posts/publish/settle/set-outcome.js'
import { operatorOf, UsageError, type Command, type Values } from '../command.js'
import { optionalText, requireId } from '../options.js'
import { at } from '../text.js'

export const attemptsSettle: Command = {
  name: 'attempts settle',
  usage: '--org ID --account ID --post ID (--there PIN | --not-there)',
  summary:
    'Says what became of a pin whose outcome is unknown, by a person who has checked the board. --there takes the number of the pin or the\n' +
    '    address of its page: the post is then sent with it. --not-there puts a pin that was being published back into the queue, due now, and\n' +
    '    clears the unknown attempts of a draft. Check twice: a pin that is there after all goes out a second time.',
  examples: [
    'attempts settle --org 1 --account 7 --post 12 --there 813744226420795884',
    'attempts settle --org 1 --account 7 --post 12 --not-there',
  ],
  options: {
    org: { type: 'string' },
    account: { type: 'string' },
    post: { type: 'string' },
    there: { type: 'string' },
    'not-there': { type: 'boolean' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    const postId = requireId(values, 'post')
    const outcome = readOutcome(values)
    return async (deps) => {
      const { id, status, pinId, sentAt, sendAt, failure, isUnchecked } = await setOutcome(deps, actor, {
        accountId,
        postId,
        outcome,
      })
      return {
        json: { post: { id, status, pinId, sentAt, sendAt, failure } },
        lines: [lineOf({ id, status, pinId, sentAt, failure }), ...(isUnchecked ? [UNCHECKED] : [])],
      }
    }
  },
}

const UNCHECKED = 'Not checked: Pinterest does not let this app read the pin.'

function readOutcome(values: Values): ReportedOutcome {
  const pinId = optionalText(values, 'there')
  const isNotThere = values['not-there'] === true
  if ((pinId !== undefined) === isNotThere) throw new UsageError('Say one of the two: --there PIN or --not-there.')
  return pinId === undefined ? { kind: 'notThere' } : { kind: 'there', pinId }
}

function lineOf({ id, status, pinId, sentAt, failure }: Pick<Post, 'id' | 'status' | 'pinId' | 'sentAt' | 'failure'>): string {
  switch (status) {
    case 'sent':
      return `Post ${id} is sent with pin ${pinId}${sentAt ? ` of ${at(sentAt)}` : ''}.`
    case 'draft':
      return failure
        ? `Post ${id} is a draft: ${failure.message}`
        : `Post ${id} is a draft without unknown attempts: it may be scheduled again, and its board is not read before it is sent.`
    case 'queued':
    case 'uploading':
      return `Post ${id} is queued again, due now by the rule of late pins. Its board is free.`
  }
}
