/** What can be done to a post, as the audit names it. */
export type UndoableAction = 'create' | 'edit' | 'schedule' | 'reschedule' | 'unschedule' | 'delete'

/** A person who sets an outcome has checked the platform: that cannot be undone. `sayThereUnchecked`: the platform does not let us read that pin. */
export type PostAction = UndoableAction | 'undo' | 'sayThere' | 'sayThereUnchecked' | 'sayNotThere'
