/** One pin, a draft or queued for publication or published. */
import type { FailureReason } from '../notices.js'

export type PostStatus = 'draft' | 'queued' | 'uploading' | 'sent'

export type PostFailure = { reason: FailureReason; message: string; failedAt: Date; sendAt: Date | null }

export type Post = {
  organizationId: string
  accountId: string
  id: string
  status: PostStatus
  mediaType: 'image' | 'video'
  /** Tokens of the media in order, the cover first: the public address is made of them. */
  media: PostMedia[]
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  boardId: string | null
  /** From the board cache; null when the board is not (or no longer) in it. */
  boardName: string | null
  boardSectionId: string | null
  isSimplified: boolean
  productTagPinIds: string[]
  sendAt: Date | null
  sentAt: Date | null
  timeslotId: string | null
  pinId: string | null
  failure: PostFailure | null
  createdAt: Date
  /** Grows by one with each change of the row. */
  version: number
}

export type PostMedia = { id: string; token: string; contentType: string; width: number; height: number }

/** When a post shall go out. */
export type When = { kind: 'draft' } | { kind: 'at'; at: Date } | { kind: 'nextOpenSlot' }

/** Where the picture comes from. */
export type MediaSource = { kind: 'url'; url: string } | { kind: 'upload'; uploadId: string }

export type BoardChoice = { boardId: string /** null: the board's root */; boardSectionId: string | null }
