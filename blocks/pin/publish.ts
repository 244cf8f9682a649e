/** The confirmation before a pin is published now, and the view that replaces it while the account publishes nothing. */
import type { ModalView } from '@slack/types'
import { connectAgain } from '../admin/connect.js'
import { context, escape, form, inline, section, text } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { resumeHoldButton } from '../settings/hold.js'
import { resumeButton } from '../settings/publishing.js'
import { pinSection } from './card.js'
import { type OpenedFrom, openedFromMemory } from './memory.js'
import { deniedBlocks } from './problems/warnings.js'
import { type Card, titleOf } from './text.js'

export const action = { publishResume: 'publish_resume', publishResumeHold: 'publish_resume_hold' } as const
export const view = { publish: 'publish_pin' } as const

export type PublishModel = {
  card: Card /** The account's name. */
  account: string
  memory: OpenedFrom
  problem?: Problem /** Why a draft cannot be published now, as plain text. */
  denied?: string | undefined
}

export function publishView({ card, account, memory, problem, denied }: PublishModel): ModalView {
  const free = card.post.status === 'queued' ? '' : ' This uses its credit.'
  const words = `It goes out on ${inline(account)} right away.${free} Pins can’t be taken back once they’re on Pinterest.`
  return form({
    callbackId: view.publish,
    title: 'Publish now?',
    submit: 'Publish now',
    memory: openedFromMemory.write(memory),
    blocks: withProblem([pinSection(card), context(words), ...deniedBlocks(denied, problem)], problem),
  })
}

export type PublishHeldModel = Pick<PublishModel, 'card' | 'memory'> & {
  account: { id: string; username: string }
  /** Why the account publishes nothing. */
  sentence: string
  /** The remedy that this person may use. */
  remedy: 'resume' | 'resumeHold' | 'reconnect' | null
}

export function publishHeldView({ card, account, memory, sentence, remedy }: PublishHeldModel): ModalView {
  const label = `Resume publishing: ${titleOf(card.post)}`
  const remedies = {
    resume: () => resumeButton({ actionId: action.publishResume, style: 'primary', label }),
    resumeHold: () =>
      resumeHoldButton({ actionId: action.publishResumeHold, style: 'primary', label: `Resume now: ${titleOf(card.post)}` }),
    reconnect: () => connectAgain(account, 'primary'),
  }
  const button = remedy === null ? undefined : remedies[remedy]()
  return {
    type: 'modal',
    title: text('Publish now', 24),
    close: text('Close', 24),
    private_metadata: openedFromMemory.write(memory),
    blocks: [pinSection(card), section(`:warning: ${escape(sentence)}`, button)],
  }
}
