/** The actions on a post, as the audit names them. */
export type UndoableAction = 'create' | 'edit' | 'schedule' | 'reschedule' | 'unschedule' | 'delete'

/**
 * A person who sets an outcome has checked Pinterest, so this cannot be undone. `sayThereUnchecked`: Pinterest does not let us
 * read that pin.
 */
export type PostAction = UndoableAction | 'undo' | 'sayThere' | 'sayThereUnchecked' | 'sayNotThere'
