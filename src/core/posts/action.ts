/** The actions on a post, as the audit names them. */
export type UndoableAction = 'create' | 'edit' | 'schedule' | 'reschedule' | 'unschedule' | 'delete'

/** Changes of a pin that is on Pinterest, which an undo here does not take back. `findDeleted`: Pinterest no longer has it. */
export type PublishedAction = 'editPublished' | 'deletePublished' | 'findDeleted'

/**
 * A person who sets an outcome has checked Pinterest, so this cannot be undone. `sayThereUnchecked`: Pinterest does not let us
 * read that pin.
 */
export type PostAction = UndoableAction | PublishedAction | 'undo' | 'sayThere' | 'sayThereUnchecked' | 'sayNotThere'
