/** What was just done, on top of the form it was done in. */
import type { AlertBlock, AnyBlock } from '@slack/types'
import { alert, escape, section } from './kit.js'

/** `warning`: it could not be done, for what somebody else has done meanwhile. */
export type Banner = {
  level: 'success' | 'warning'
  sentence: string
  /** A Slack user, whom the sentence is about: their name is its beginning. */
  about?: string
}

export const done = (sentence: string): Banner => ({ level: 'success', sentence })
/** @param sentence without its subject */
export const doneTo = (userId: string, sentence: string): Banner => ({ ...done(sentence), about: userId })
export const notDone = (sentence: string): Banner => ({ level: 'warning', sentence })

export const bannerBlocks = (shown: Banner | undefined): AnyBlock[] => (shown ? [blockOf(shown)] : [])

/** An alert is plain text, in which Slack writes nobody's name. */
const blockOf = ({ level, sentence, about }: Banner): AnyBlock =>
  about === undefined ? banner(level, sentence) : section(`${SIGN[level]} <@${about}> ${escape(sentence)}`)
const SIGN = { success: ':white_check_mark:', warning: ':warning:' } satisfies Record<Banner['level'], string>

/** An alert holds so many characters, and what leads somewhere must not lose its end. */
const MOST_OF_ALERT = 200

export const banner = (level: AlertBlock['level'] & string, sentence: string): AnyBlock =>
  sentence.length > MOST_OF_ALERT
    ? section(`${level === 'success' ? '' : ':warning: '}${escape(sentence)}`)
    : alert(level, sentence)
