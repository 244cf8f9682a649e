/**
 * All listeners of the app, from the tables of the features. manifest.yml declares the same to Slack, and a test compares them.
 */
import { adminListeners } from './features/admin/listeners.js'
import { approvalListeners } from './features/approval/listeners.js'
import { boardListeners } from './features/boards/listeners.js'
import { bulkListeners } from './features/bulk/listeners.js'
import { composerListeners } from './features/composer/listeners.js'
import { editListeners } from './features/edit/listeners.js'
import { evergreenListeners } from './features/evergreen/listeners.js'
import { feedListeners } from './features/feeds/listeners.js'
import { homeListeners } from './features/home/listeners.js'
import { importListeners } from './features/imports/listeners.js'
import { pinListeners } from './features/pins/listeners.js'
import { relevanceListeners } from './features/relevance/listeners.js'
import { reportListeners } from './features/reports/listeners.js'
import { reviewListeners } from './features/review/listeners.js'
import { saveListeners } from './features/saves/listeners.js'
import { settingsListeners } from './features/settings/listeners.js'
import { slotListeners } from './features/slots/listeners.js'
import { statsListeners } from './features/stats/listeners.js'
import { trendListeners } from './features/trends/listeners.js'
import { webhookListeners } from './features/webhooks/listeners.js'
import type { Listener, Listeners } from './listener.js'
import { pinCommandListeners } from './pin-command.js'

const features: Listeners[] = [
  adminListeners,
  approvalListeners,
  boardListeners,
  bulkListeners,
  composerListeners,
  editListeners,
  evergreenListeners,
  feedListeners,
  homeListeners,
  importListeners,
  pinListeners,
  relevanceListeners,
  reportListeners,
  reviewListeners,
  saveListeners,
  settingsListeners,
  slotListeners,
  statsListeners,
  trendListeners,
  webhookListeners,
  pinCommandListeners,
]

export const listenerTable = {
  commands: pinCommandListeners.commands,
  globalShortcuts: merged(features.map(({ globalShortcuts }) => globalShortcuts)),
  messageShortcuts: merged(features.map(({ messageShortcuts }) => messageShortcuts)),
  actions: merged(features.map(({ actions }) => actions)),
  options: merged(features.map(({ options }) => options)),
  views: merged(features.map(({ views }) => views)),
  closed: merged(features.map(({ closed }) => closed)),
  events: homeListeners.events,
  messages: reviewListeners.messages,
  /** Events that come without a token. */
  removals: adminListeners.removals,
  people: adminListeners.people,
} as const
export type ListenerTable = typeof listenerTable

/** @throws Error two features listen to the same id */
function merged<Args>(tables: (Record<string, Listener<Args>> | undefined)[]): Record<string, Listener<Args>> {
  const all = tables.flatMap((table) => Object.entries(table ?? {}))
  const twice = all.find(([id], index) => all.findIndex(([other]) => other === id) < index)
  if (twice) throw new Error(`two features listen to ${twice[0]}`)
  return Object.fromEntries(all)
}
