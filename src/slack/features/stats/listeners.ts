/** Listeners of numbers, top pins and digests. */
import { action } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { showDigestByButton, switchDigest } from './digest.js'
import { bulkByButton } from '../review/open.js'
import { openSettingsOfDigest } from './digest-buttons.js'
import { showStatsByButton, showStatsFromHome, switchStats } from './stats.js'
import { showTopByButton, sortTop } from './top.js'

export const statsListeners = {
  actions: {
    [action.digestAccount]: switchDigest,
    [action.digestOf]: showDigestByButton,
    [action.digestFill]: bulkByButton,
    [action.digestSettings]: openSettingsOfDigest,
    [action.stats]: showStatsByButton,
    [action.statsAccount]: switchStats,
    [action.topAccount]: sortTop,
    [action.stats7]: switchStats,
    [action.stats30]: switchStats,
    [action.stats90]: switchStats,
    [action.topPins]: showTopByButton,
    [action.topSort]: sortTop,
    [action.homeNumbers]: showStatsFromHome,
  },
} as const satisfies Listeners
