/** A board as the cache holds it. */
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
