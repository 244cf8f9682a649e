/** What was just done, on top of the form it was done in. */
import type { AlertBlock, AnyBlock } from '@slack/types'
import { alert, escape, section } from './kit.js'

/** `warning`: it could not be done, for what somebody else has done meanwhile. */
export type Banner = { level: 'success' | 'warning'; sentence: string }

export const done = (sentence: string): Banner => ({ level: 'success', sentence })
export const notDone = (sentence: string): Banner => ({ level: 'warning', sentence })

export const bannerBlocks = (shown: Banner | undefined): AnyBlock[] => (shown ? [banner(shown.level, shown.sentence)] : [])

/** An alert holds so many characters, and what leads somewhere must not lose its end. */
const MOST_OF_ALERT = 200

export const banner = (level: AlertBlock['level'] & string, sentence: string): AnyBlock =>
  sentence.length > MOST_OF_ALERT
    ? section(`${level === 'success' ? '' : ':warning: '}${escape(sentence)}`)
    : alert(level, sentence)
