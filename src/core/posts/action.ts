/** What can be done to a post, as the audit names it. */
export type UndoableAction = 'create' | 'edit' | 'schedule' | 'reschedule' | 'unschedule' | 'delete'

/** Who says what became of a pin has looked at the platform: that is not taken back. */
export type PostAction = UndoableAction | 'undo' | 'sayThere' | 'sayNotThere'
