/** What was just done, on top of the form it was done in. */
import type { AlertBlock } from '@slack/types'
import { alert } from './kit.js'

/** `warning`: it could not be done, for what somebody else has done meanwhile. */
export type Said = { level: 'success' | 'warning'; sentence: string }

export const done = (sentence: string): Said => ({ level: 'success', sentence })
export const notDone = (sentence: string): Said => ({ level: 'warning', sentence })

export const saidBlocks = (said: Said | undefined): AlertBlock[] => (said ? [alert(said.level, said.sentence)] : [])
