/** Listeners of changes of many pins. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions } from '../composer/options.js'
import { followChangeMany, manyPinsOptions, openChangeMany, submitChangeMany } from './choose.js'
import { exportByButton } from './export.js'
import { followFixBoard, openFixMany, submitFixMany } from './fix.js'
import { submitPreviewMany } from './preview.js'

export const bulkListeners = {
  actions: {
    [action.changeMany]: openChangeMany,
    [action.manyFollow]: followChangeMany,
    [action.fixMany]: openFixMany,
    [action.fixBoard]: followFixBoard,
    [action.exportCsv]: exportByButton,
  },
  options: {
    [action.manyPins]: manyPinsOptions,
    [action.fixBoard]: boardOptions,
  },
  views: {
    [view.changeMany]: submitChangeMany,
    [view.previewMany]: submitPreviewMany,
    [view.fixMany]: submitFixMany,
  },
} as const satisfies Listeners
