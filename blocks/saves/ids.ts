/** Ids in the form that saves somebody's pin; payloads return them. */

export const saveViews = { save: 'save_pin' } as const

export const saveActions = {
  /** The form, with a pin of the ideas. */
  openSave: 'open_save_pin',
  saveAccount: 'save_pin_account',
  saveBoard: 'save_pin_board',
} as const
