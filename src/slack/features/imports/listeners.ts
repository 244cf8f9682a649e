/** Listeners of imports: files of pins. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import {
  cancelImportByButton,
  createUnknownBoard,
  importByButton,
  openImportColumns,
  openImportProblems,
  sendProblems,
  showImport,
  submitImportColumns,
  turnProblems,
  undoImportByButton,
} from './press.js'

export const importListeners = {
  actions: {
    [action.importPins]: importByButton,
    [action.importMode]: showImport,
    [action.importRefresh]: showImport,
    [action.importCancel]: cancelImportByButton,
    [action.importUndo]: undoImportByButton,
    [action.importBoard]: createUnknownBoard,
    [action.importColumns]: openImportColumns,
    [action.importProblems]: openImportProblems,
    [action.importProblemsFile]: sendProblems,
    [action.importProblemsNext]: turnProblems,
    [action.importProblemsFirst]: turnProblems,
  },
  views: {
    [view.importColumns]: submitImportColumns,
  },
} as const satisfies Listeners
