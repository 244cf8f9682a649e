/** The usual tools, in the order in which a newcomer reads them. */
import type { Operations } from '../caller.js'
import type { Tool } from '../tool.js'
import { readSchedule, whoAmI } from './account.js'
import { boardTools } from './boards.js'
import { pinWriteTools } from './pin-writes.js'
import { pinTools } from './pins.js'
import { reportIssue } from './report.js'
import { slotTools } from './slots.js'
import { readStats } from './stats.js'

const OF_AN_ACCOUNT = [readSchedule, ...pinTools, ...pinWriteTools, ...slotTools, ...boardTools, readStats]

export const usualTools = (operations: Operations): Tool[] => [
  whoAmI,
  ...OF_AN_ACCOUNT.map((make) => make(operations)),
  reportIssue,
]
