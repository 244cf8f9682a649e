/** The usual tools, in the order in which a newcomer reads them. */
import type { Tool } from '../tool.js'
import { accountTools } from './account.js'
import { boardTools } from './boards.js'
import { pinWriteTools } from './pin-writes.js'
import { pinTools } from './pins.js'
import { reportTools } from './report.js'
import { slotTools } from './slots.js'
import { statsTools } from './stats.js'

export const TOOLS: readonly Tool[] = [
  ...accountTools,
  ...pinTools,
  ...pinWriteTools,
  ...slotTools,
  ...boardTools,
  ...statsTools,
  ...reportTools,
]
