/** The result of the last press, on top of the form. */
import type { AlertBlock, AnyBlock } from '@slack/types'
import { alert, escape, section } from './kit.js'

/** `warning`: the action was not done, because another person changed something first. */
export type Banner = {
  level: 'success' | 'warning'
  sentence: string
  /** A Slack user whose name begins the sentence. */
  about?: string
}

export const done = (sentence: string): Banner => ({ level: 'success', sentence })
/** @param sentence the rest of the sentence that begins with the person's name */
export const doneTo = (userId: string, sentence: string): Banner => ({ ...done(sentence), about: userId })
export const notDone = (sentence: string): Banner => ({ level: 'warning', sentence })

export const bannerBlocks = (shown: Banner | undefined): AnyBlock[] => (shown ? [blockOf(shown)] : [])

/** A sentence with a name becomes a section, because an alert is plain text, where Slack writes no names. */
const blockOf = ({ level, sentence, about }: Banner): AnyBlock =>
  about === undefined ? banner(level, sentence) : section(`${SIGN[level]} <@${about}> ${escape(sentence)}`)
const SIGN = { success: ':white_check_mark:', warning: ':warning:' } satisfies Record<Banner['level'], string>

/** Slack's limit for an alert; longer sentences become a section, so that they are not cut. */
const MOST_OF_ALERT = 200

export const banner = (level: AlertBlock['level'] & string, sentence: string): AnyBlock =>
  sentence.length > MOST_OF_ALERT
    ? section(`${level === 'success' ? '' : ':warning: '}${escape(sentence)}`)
    : alert(level, sentence)
