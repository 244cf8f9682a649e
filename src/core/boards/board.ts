/** A board, and what is one's id. */

/** A platform's id, with or without the `b_` that our CSV export puts before it. Names and addresses are none. */
export const BOARD_ID = /^(?:b_)?[0-9]{1,40}$/

/** As the cache holds it. */
export type Board = {
  id: string
  name: string
  description: string | null
  privacy: string
  pinCount: number
  followerCount: number
  isCollaborator: boolean
  pinsModifiedAt: Date | null
}
export type BoardSection = { id: string; name: string }
