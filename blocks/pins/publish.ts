/** The question before a pin is published at once. */
import type { ModalView } from '@slack/types'
import { view } from '../ids.js'
import { context, form, inline } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { pinSection } from './card.js'
import { type OpenedFrom, openedFromMemory } from './memory.js'
import type { Card } from './text.js'

export type PublishModel = { card: Card /** Its name. */; account: string; memory: OpenedFrom; problem?: Problem }

export function publishView({ card, account, memory, problem }: PublishModel): ModalView {
  const free = card.post.status === 'queued' ? '' : ' This uses its credit.'
  const words = `It goes out on ${inline(account)} right away.${free} Pins can’t be taken back once they’re on Pinterest.`
  return form({
    callbackId: view.publish,
    title: 'Publish now?',
    submit: 'Publish now',
    memory: openedFromMemory.write(memory),
    blocks: withProblem([pinSection(card), context(words)], problem),
  })
}
